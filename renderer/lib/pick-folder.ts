import { askForFiles } from './pick-file.ts'

/** The XML files of a folder, by name, without its subfolders. */
export interface PickedFolder {
  readonly name: string
  readonly files: readonly File[]
}

const isXml = ({ name }: File) => /^[^.].*\.xml$/i.test(name)

/** XML files only, in the natural order of their names. */
const xmlFilesOf = (files: readonly File[]): readonly File[] =>
  files.filter(isXml).toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))

/**
 * Lets the user pick a folder in the page's dialog; must run right after a click or a key press.
 *
 * @param whenPicked called with the folder, which may hold no XML file; never called if the dialog is canceled
 */
export const pickFolder = (whenPicked: (folder: PickedFolder) => void): void =>
  askForFiles({ webkitdirectory: true }, (files) => {
    const name = files[0]?.webkitRelativePath.split('/')[0] ?? ''
    whenPicked({
      name,
      files: xmlFilesOf(
        files.filter(({ webkitRelativePath }) => webkitRelativePath.split('/').length === 2),
      ),
    })
  })

// Chromium does not expose these interfaces by name, so the entry's own property decides.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true

const fileOf = (entry: FileSystemEntry): Promise<File | null> =>
  new Promise((resolve) => {
    if (isFile(entry)) entry.file(resolve, () => resolve(null))
    else resolve(null)
  })

/** All entries of a folder. The browser's reader returns a few at a time, and none at the end. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

const readFolder = async (folder: FileSystemDirectoryEntry): Promise<PickedFolder> => {
  const files = await Promise.all((await entriesOf(folder)).map(fileOf))
  return { name: folder.name, files: xmlFilesOf(files.filter((file) => file !== null)) }
}

/**
 * The dropped folder, or several dropped XML files; `null` for a single file. Call this while
 * handling the drop, because the data is gone afterwards.
 */
export const droppedFolder = (dropped: DataTransfer): Promise<PickedFolder> | null => {
  const folder = [...dropped.items].map((item) => item.webkitGetAsEntry()).find(isFolder)
  if (folder !== undefined) return readFolder(folder)
  const files = xmlFilesOf([...dropped.files])
  return files.length < 2 ? null : Promise.resolve({ name: `${files.length} files`, files })
}
