import { ref, type Ref } from 'vue'
import type { OutcomeForm } from '#shared/lists/list.ts'
import { exportFormats, type ExportFormat } from '#shared/exports/export.ts'
import { ok } from '#shared/result.ts'
import { useClient } from '../../../ipc/client.ts'
import { useExport, type Exporting } from '../../../lib/use-export.ts'

/** The outcome has the list's own kind of file. */
const formatOf = (name: string): ExportFormat =>
  exportFormats.find((format) => name.toLowerCase().endsWith(`.${format}`)) ?? 'csv'

/** Both forms with their button labels. */
export const outcomeForms = [
  { as: 'file', label: 'Save outcome file' },
  { as: 'json', label: 'Save as JSON' },
] as const

/** Saves the file's own columns with the outcome of each row beside them. */
export const useOutcomeFile = (
  listId: () => string,
): Exporting & {
  /** The form requested last. */
  readonly asked: Readonly<Ref<OutcomeForm>>
  readonly save: (as: OutcomeForm) => Promise<boolean>
} => {
  const client = useClient()
  const exporting = useExport()
  const asked = ref<OutcomeForm>('file')
  return {
    ...exporting,
    asked,
    save: (as) => {
      asked.value = as
      return exporting.run(async () => {
        const outcome = await client.call('list.outcome', { listId: listId(), as })
        if (!outcome.ok) return outcome
        const { fileName, bytes } = outcome.value
        return ok({
          subject: 'listOutcome',
          format: formatOf(fileName),
          name: fileName,
          content: bytes,
        })
      })
    },
  }
}
