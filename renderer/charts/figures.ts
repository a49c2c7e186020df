import { areHidden, type TableFormat } from './board.ts'
import { csvCell } from '#shared/text/csv-cell.ts'
import { count, date, dollars, percent } from '../lib/format.ts'
import { savingsPercent } from '../lib/savings-words.ts'

type FigureFormat = 'text' | 'dollars' | 'percent' | 'rate' | 'points' | 'plain' | 'date'
export type Figure = string | number | null

export interface FigureColumn {
  readonly label: string
  readonly format: FigureFormat
  /** Keys of the accounts behind these figures; hiding them hides the figures. */
  readonly accounts?: readonly string[]
  /** Exports write these to the cent; the screen rounds the raw number, and only once. */
  readonly toCents?: true
}

const columnOf =
  (format: FigureFormat) =>
  (label: string): FigureColumn => ({ label, format })
/** Columns by their format. */
export const column = {
  text: columnOf('text'),
  plain: columnOf('plain'),
  dollars: columnOf('dollars'),
  percent: columnOf('percent'),
  rate: columnOf('rate'),
} as const

/** A chart's numbers. The first column names the row. Numbers are raw; `format` says how to show them. */
export interface FigureTable {
  readonly caption: string
  readonly columns: readonly FigureColumn[]
  readonly rows: readonly (readonly Figure[])[]
}

const points = (value: number) => {
  const rounded = Math.round(value * 10) / 10
  return rounded === 0 ? '0' : `${rounded > 0 ? '+' : '−'}${count(Math.abs(rounded))}`
}

/** Each format in words, and its unit in JSON. */
const formats: Readonly<
  Record<FigureFormat, { readonly write: (value: number) => string; readonly unit?: string }>
> = {
  dollars: { write: dollars, unit: 'dollars' },
  percent: { write: (value) => percent(value), unit: 'percent' },
  rate: { write: savingsPercent, unit: 'percent' },
  points: { write: points, unit: 'percentage points' },
  plain: { write: String },
  text: { write: String },
  date: { write: String },
}

/** A figure as shown on screen; an en dash if there is none. */
export const figureText = (figure: Figure | undefined, format: FigureFormat): string => {
  if (figure === null || figure === undefined || figure === '') return '–'
  if (typeof figure === 'string') return format === 'date' ? date(figure) : figure
  return Number.isFinite(figure) ? formats[format].write(figure) : '–'
}

export const isNumeric = (format: FigureFormat): boolean => format !== 'text' && format !== 'date'

export const withoutHidden = (table: FigureTable, hidden: ReadonlySet<string>): FigureTable => {
  const isShown = (_: unknown, index: number) => {
    const accounts = table.columns[index]?.accounts ?? []
    return accounts.length === 0 || !areHidden(hidden, accounts)
  }
  return {
    ...table,
    columns: table.columns.filter(isShown),
    rows: table.rows.map((row) => row.filter(isShown)),
  }
}

/** A figure as every export writes it; null for a number that is not finite. */
const exported = (figure: Figure, column: FigureColumn | undefined): Figure => {
  if (typeof figure !== 'number') return figure
  if (!Number.isFinite(figure)) return null
  return column?.toCents === true ? Math.round(figure * 100) / 100 : figure
}

/** The table as CSV (RFC 4180): raw numbers with a decimal point, whatever the locale. */
export const toCsv = ({ columns, rows }: FigureTable): string =>
  [
    columns.map(({ label }) => csvCell(label)),
    ...rows.map((row) => row.map((figure, index) => csvCell(exported(figure, columns[index])))),
  ]
    .map((row) => row.join(','))
    .join('\r\n') + '\r\n'

/**
 * The table as JSON: its caption, the units of its columns, then an object per row keyed by column names. Numbers are
 * raw.
 */
export const toJson = ({ caption, columns, rows }: FigureTable): string => {
  const labels = columns.map(({ label }, index) => label || `Column ${index + 1}`)
  // Of two values under one name, only the last would remain.
  const names = labels.map((label, index) =>
    labels.indexOf(label) === index ? label : `${label} (column ${index + 1})`,
  )
  const units = columns.flatMap(({ format }, index) => {
    const { unit } = formats[format]
    return unit === undefined ? [] : [[names[index] ?? '', unit] as const]
  })
  const objects = rows.map((row) =>
    Object.fromEntries(
      names.map((name, index) => [name, exported(row[index] ?? null, columns[index])]),
    ),
  )
  const file = { table: caption, units: Object.fromEntries(units), rows: objects }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** The table as a file: CSV begins with a byte order mark so that spreadsheets read names correctly. */
export const tableFile = (table: FigureTable, format: TableFormat): string =>
  format === 'csv' ? `\uFEFF${toCsv(table)}` : toJson(table)
