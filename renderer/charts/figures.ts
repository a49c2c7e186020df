import type { Figure } from '#shared/figures/figure.ts'
import { exportFigure, writeFigure, type Sign } from '#shared/strategy/statement/said.ts'
import { areHidden, type TableFormat } from './board.ts'
import { csvCell } from '#shared/text/csv-cell.ts'
import { count, date, dollars, percent } from '../lib/format.ts'
import { savingsPercent } from '../lib/savings-words.ts'
import { screenWriter } from '../ui/figures/writer.ts'

type FigureFormat = 'text' | 'dollars' | 'percent' | 'rate' | 'points' | 'plain' | 'date'
/** A cell of a table: a figure of the statement, or a plain name, age or rate. */
export type Cell = Figure | string | number | null

export interface FigureColumn {
  readonly label: string
  readonly format: FigureFormat
  /** Keys of the accounts behind these figures. Hiding the accounts hides the figures. */
  readonly accounts?: readonly string[]
}

const columnOf =
  (format: FigureFormat) =>
  (label: string): FigureColumn => ({ label, format })
/** Functions that make a column, one for each format. */
export const column = {
  text: columnOf('text'),
  plain: columnOf('plain'),
  dollars: columnOf('dollars'),
  percent: columnOf('percent'),
  rate: columnOf('rate'),
} as const

/** A chart's numbers. The first column names the row. Numbers are unrounded; `format` says how to show them. */
export interface FigureTable {
  readonly caption: string
  readonly columns: readonly FigureColumn[]
  readonly rows: readonly (readonly Cell[])[]
}

const points = (value: number) => {
  const rounded = Math.round(value * 10) / 10
  return rounded === 0 ? '0' : `${rounded > 0 ? '+' : '−'}${count(Math.abs(rounded))}`
}

/** Each format's name and unit in JSON. */
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

/** True if the cell is a figure of the statement. */
export const isFigure = (cell: Cell | undefined): cell is Figure =>
  typeof cell === 'object' && cell !== null

/** Changes in percentage points always show their sign. */
export const signOfCell = ({ unit }: Figure): Sign => (unit === 'points' ? 'always' : 'own')

/** A cell's text on screen; an en dash if it is empty. */
export const cellText = (cell: Cell | undefined, format: FigureFormat): string => {
  if (cell === null || cell === undefined || cell === '') return '–'
  if (isFigure(cell)) return writeFigure(cell, screenWriter, signOfCell(cell))
  if (typeof cell === 'string') return format === 'date' ? date(cell) : cell
  return Number.isFinite(cell) ? formats[format].write(cell) : '–'
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

/**
 * A cell's value in an export: a figure has its on-screen text, and a number that is not finite
 * becomes null.
 */
const exported = (cell: Cell): string | number | null => {
  if (isFigure(cell)) return exportFigure(cell, screenWriter)
  return typeof cell === 'number' && !Number.isFinite(cell) ? null : cell
}

/** The table as CSV (RFC 4180): unrounded numbers with a decimal point in every locale. */
export const toCsv = ({ columns, rows }: FigureTable): string =>
  [
    columns.map(({ label }) => csvCell(label)),
    ...rows.map((row) => row.map((cell) => csvCell(exported(cell)))),
  ]
    .map((row) => row.join(','))
    .join('\r\n') + '\r\n'

/**
 * The table as JSON: its caption, the units of its columns, and one object per row, keyed by column name. Numbers are
 * unrounded.
 */
export const toJson = ({ caption, columns, rows }: FigureTable): string => {
  const labels = columns.map(({ label }, index) => label || `Column ${index + 1}`)
  // Names must differ, because an object keeps only one value per name.
  const names = labels.map((label, index) =>
    labels.indexOf(label) === index ? label : `${label} (column ${index + 1})`,
  )
  const units = columns.flatMap(({ format }, index) => {
    const { unit } = formats[format]
    return unit === undefined ? [] : [[names[index] ?? '', unit] as const]
  })
  const objects = rows.map((row) =>
    Object.fromEntries(names.map((name, index) => [name, exported(row[index] ?? null)])),
  )
  const file = { table: caption, units: Object.fromEntries(units), rows: objects }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** The content of a table's file. CSV starts with a byte order mark, so that spreadsheets decode it as UTF-8. */
export const tableFile = (table: FigureTable, format: TableFormat): string =>
  format === 'csv' ? `\uFEFF${toCsv(table)}` : toJson(table)
