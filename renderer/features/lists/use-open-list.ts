import { useRouter } from 'vue-router'
import { pickFile } from '../../lib/pick-file.ts'
import { useLists } from './lists-store.ts'

/** Ways to open a list; each leads to it on success and to the Lists screen with the problem otherwise. */
export const useOpenList = () => {
  const lists = useLists()
  const router = useRouter()

  const openBytes = async (fileName: string, bytes: Uint8Array<ArrayBuffer>) => {
    const opened = await lists.open(fileName, bytes)
    await router.push(opened.ok ? `/opt-out/lists/${opened.value.listId}` : '/opt-out/lists')
  }
  const openFile = async (file: File) =>
    openBytes(file.name, new Uint8Array(await file.arrayBuffer()))

  /** Lets the person pick a file; needs a click or a key press just before. */
  const pick = () =>
    pickFile(
      '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain',
      (file) => void openFile(file),
    )
  return { pick, openFile, openBytes }
}
