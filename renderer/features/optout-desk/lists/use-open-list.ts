import { useRouter } from 'vue-router'
import { useLists } from './lists-store.ts'

/** Ways to open a list; each leads to it on success and to the Lists screen with the problem otherwise. */
export interface OpenList {
  /** Lets the person pick a file; needs a click or a key press just before. */
  readonly pick: () => void
  readonly openFile: (file: File) => Promise<void>
  readonly openBytes: (fileName: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
}

/** See {@link OpenList}. Works in any component. */
export const useOpenList = (): OpenList => {
  const lists = useLists()
  const router = useRouter()

  const openBytes = async (fileName: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    const opened = await lists.open(fileName, bytes)
    await router.push(opened.ok ? `/opt-out/lists/${opened.value.batchId}` : '/opt-out/lists')
  }
  const openFile = async (file: File): Promise<void> => openBytes(file.name, new Uint8Array(await file.arrayBuffer()))

  const pick = (): void => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'
    input.hidden = true
    // In the document until the choice is made: a loose element may be collected before the person has chosen.
    document.body.append(input)
    input.addEventListener('cancel', () => input.remove())
    input.addEventListener('change', () => {
      const file = input.files?.[0]
      input.remove()
      if (file !== undefined) void openFile(file)
    })
    input.click()
  }
  return { pick, openFile, openBytes }
}
