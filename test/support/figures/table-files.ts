import { asObject } from '../as-object.ts'
import type { CopiedTable } from './walked.ts'

/** Compares the CSV and JSON files of tables with the tables on screen, cell by cell. */

const rowsOfCsv = (csv: string): string[][] => {
  const rows: string[][] = [[]]
  const cells = csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)
  for (const [, quoted, bare = '', end] of cells) {
    if (quoted === undefined && bare === '' && end === '') break
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

const rowsOfJson = (json: string): string[][] => {
  const { rows } = asObject(JSON.parse(json))
  const objects = Array.isArray(rows) ? rows.map(asObject) : []
  const written = (cell: unknown) =>
    typeof cell === 'number' || typeof cell === 'string' ? String(cell) : ''
  return [Object.keys(objects[0] ?? {}), ...objects.map((row) => Object.values(row).map(written))]
}

/** The number that a file should contain for a figure with this text on screen. */
const numberOf = (text: string): number =>
  Number(
    text
      .replace(/^about /, '')
      .replace(/[$,%+]/g, '')
      .replace('−', '-'),
  )

/** Returns a sentence for each figure that is missing from a file or has another amount there. */
export const faultsOfFiles = (copies: readonly CopiedTable[]): readonly string[] =>
  copies.flatMap(({ name, format, text, rows: count, cells }) => {
    const rows = format === 'CSV' ? rowsOfCsv(text) : rowsOfJson(text)
    const where = `${name}, ${format}`
    return [
      ...(rows.length === count ? [] : [`${where}: ${rows.length} rows, the table has ${count}`]),
      ...cells.flatMap(({ row, column, id, text: shown }) => {
        const written = rows[row]?.[column] ?? ''
        return written !== '' && Number(written) === numberOf(shown)
          ? []
          : [`${where}: ${id} is ${shown}, in the file ${written || 'missing'}`]
      }),
    ]
  })
