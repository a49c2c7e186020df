import { askForFiles } from './pick-file.ts'

/** The XML files of a folder, without those of further folders in it, by name. */
export interface PickedFolder {
  readonly name: string
  readonly files: readonly File[]
}

const isXml = ({ name }: File): boolean => /^[^.].*\.xml$/i.test(name)

/** Files in the order in which a person reads their names, those that are no XML left out. */
export const xmlFilesOf = (files: readonly File[]): readonly File[] =>
  files.filter(isXml).toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))

/**
 * Lets the person pick a folder in the page's own dialog, which needs a click or a key press just before.
 * @param whenPicked called with the folder, which may hold no such file; never called when the dialog is left without one
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

// Chromium does not name these interfaces, so what an entry is is asked of itself.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true

const fileOf = (entry: FileSystemEntry): Promise<File | null> =>
  new Promise((resolve) => {
    if (isFile(entry)) entry.file(resolve, () => resolve(null))
    else resolve(null)
  })

/** All entries of a folder; a reader gives some at a time, and none at the end. */
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
 * What was dropped where it is a folder or more than one XML file; `null` where it is a single file. Asked while the drop is
 * being handled: afterwards nothing can be had of it any more.
 */
export const droppedFolder = (dropped: DataTransfer): Promise<PickedFolder> | null => {
  const folder = [...dropped.items].map((item) => item.webkitGetAsEntry()).find(isFolder)
  if (folder !== undefined) return readFolder(folder)
  const files = xmlFilesOf([...dropped.files])
  return files.length < 2 ? null : Promise.resolve({ name: `${files.length} files`, files })
}
