import { useTimeoutFn } from '@vueuse/core'
import { ref } from 'vue'
import { useBoard } from '../board.ts'
import { toCsv, toJson, type FigureTable } from '../figures.ts'

export interface MenuAction {
  readonly label: string
  readonly icon: string
  readonly onSelect: () => void
  /** The shortcut shown beside the item. */
  readonly kbds?: string[]
}

/**
 * The actions for every table: copy and save, as CSV or JSON. `tell` runs an action. `said` has the
 * action's result for a moment and is otherwise empty.
 */
export const useTableActions = (table: () => FigureTable, title: () => string) => {
  const board = useBoard()
  const said = ref('')
  const { start } = useTimeoutFn(() => (said.value = ''), 2500, { immediate: false })
  const tell = async (action: () => Promise<void>, done: string): Promise<void> => {
    try {
      await action()
      said.value = done
    } catch {
      said.value = 'Could not copy'
    }
    start()
  }
  const copy = (format: string, icon: string, write: (table: FigureTable) => string) => ({
    label: `Copy as ${format}`,
    icon,
    onSelect: () => void tell(() => navigator.clipboard.writeText(write(table())), 'Copied'),
  })
  const actions = (): MenuAction[] => [
    copy('CSV', 'i-lucide-copy', toCsv),
    copy('JSON', 'i-lucide-braces', toJson),
    ...(board.save === null
      ? []
      : (['csv', 'json'] as const).map((format) => ({
          label: `Save as ${format.toUpperCase()}…`,
          icon: 'i-lucide-download',
          onSelect: () => board.save?.(table(), title(), format),
        }))),
  ]
  return { said, tell, actions }
}
