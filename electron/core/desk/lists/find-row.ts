import type { ListPlace } from '#shared/records/receipt.ts'
import type { RowDraft } from '../../submissions/recovery/row-draft.ts'
import type { CheckedRow } from './file/check-rows.ts'
import type { ListReader } from './file/list-reader.ts'
import type { ListShelf } from './list-shelf.ts'

/** Finds the content of a list's row, for a submission of an earlier run. Null if the list is unavailable. */
export const createRowFinder = (shelf: ListShelf, reader: ListReader) => {
  /** The last list in use: rows in doubt are mostly in one list. */
  let last: { readonly listId: string; readonly rows: readonly CheckedRow[] } | null = null

  const rowsOf = async (listId: string): Promise<readonly CheckedRow[]> => {
    const list = await shelf.get(listId)
    if (!list.ok) return []
    if (list.value.book) return list.value.book.rows
    const { reading, mapping, defaults } = list.value.stored
    const rows = await reader.check(shelf.sourceOf(list.value.stored), reading, mapping, defaults)
    return rows.ok ? rows.value : []
  }

  return async ({ listId, row }: ListPlace): Promise<RowDraft | null> => {
    if (last?.listId !== listId) last = { listId, rows: await rowsOf(listId) }
    const found = last.rows[row - 1]
    if (found) return found
    last = null
    return null
  }
}
