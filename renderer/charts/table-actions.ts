import { useBoard } from './board.ts'
import { toCsv, toJson, type FigureTable } from './figures.ts'

export interface MenuAction {
  readonly label: string
  readonly icon: string
  readonly onSelect: () => void
  /** Its shortcut, shown beside it. */
  readonly kbds?: string[]
}

/** Actions of every table: copy and save, as CSV and as JSON. `tell` runs one and reports the result. */
export const useTableActions = (
  table: () => FigureTable,
  title: () => string,
  tell: (action: () => Promise<void>, done: string) => Promise<void>,
): (() => MenuAction[]) => {
  const board = useBoard()
  const copy = (text: string): Promise<void> =>
    tell(() => navigator.clipboard.writeText(text), 'Copied')
  return () => [
    {
      label: 'Copy as CSV',
      icon: 'i-lucide-copy',
      onSelect: () => void copy(toCsv(table())),
    },
    {
      label: 'Copy as JSON',
      icon: 'i-lucide-braces',
      onSelect: () => void copy(toJson(table())),
    },
    ...(board.save === null
      ? []
      : (['csv', 'json'] as const).map((format) => ({
          label: `Save as ${format.toUpperCase()}…`,
          icon: 'i-lucide-download',
          onSelect: () => board.save?.(table(), title(), format),
        }))),
  ]
}
