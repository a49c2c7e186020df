import { useRouter } from 'vue-router'
import { pickFile } from '../../lib/pick-file.ts'
import { useLists } from './lists-store.ts'

/** Ways to open a list. Success leads to the list, failure to the Lists screen with the problem. */
export const useOpenList = () => {
  const lists = useLists()
  const router = useRouter()

  const openBytes = async (fileName: string, bytes: Uint8Array<ArrayBuffer>) => {
    const opened = await lists.open(fileName, bytes)
    await router.push(opened.ok ? `/opt-out/lists/${opened.value.listId}` : '/opt-out/lists')
  }
  const openFile = async (file: File) =>
    openBytes(file.name, new Uint8Array(await file.arrayBuffer()))

  /** Shows the file dialog; must run right after a click or a key press. */
  const pick = () =>
    pickFile(
      '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain',
      (file) => void openFile(file),
    )
  return { pick, openFile, openBytes }
}
