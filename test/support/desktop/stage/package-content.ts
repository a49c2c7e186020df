import path from 'node:path'
import { extractFile, listPackage } from '@electron/asar'

/** Reads a packaged program's archive. */
export const packageContent = (folder: string) => {
  const archive = path.join(folder, 'resources', 'app.asar')
  /** The files in the archive's list, also those stored outside the archive, without folders. */
  const archived = (): string[] => {
    const all = listPackage(archive, { isPack: false }).map((name) =>
      name.slice(1).replaceAll('\\', '/'),
    )
    return all.filter((name) => !all.some((other) => other.startsWith(`${name}/`))).toSorted()
  }
  const text = (name: string): string => extractFile(archive, name).toString('utf8')
  /** Files that can be reached from `entries` by following the file names inside each file. */
  const reached = (
    folder: string,
    entries: readonly string[],
    all: readonly string[],
  ): string[] => {
    const found = new Set(entries)
    for (const name of found) {
      const said = /\.(?:c?js|html|css)$/.test(name) ? text(`${folder}/${name}`) : ''
      for (const other of all) if (said.includes(path.basename(other))) found.add(other)
    }
    return [...found].toSorted()
  }
  const inFolder = (folder: string): string[] =>
    archived()
      .filter((name) => name.startsWith(`${folder}/`))
      .map((name) => name.slice(folder.length + 1))
  return { archive, archived, text, reached, inFolder }
}
