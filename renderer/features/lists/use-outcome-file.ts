import { ref } from 'vue'
import type { OutcomeForm } from '#shared/lists/list.ts'
import { exportFormats, type ExportFormat } from '#shared/report/export.ts'
import { ok } from '#shared/result.ts'
import { useClient } from '../../ipc/client.ts'
import { useExport } from '../../lib/use-export.ts'

/** The outcome file has the list's own format. */
const formatOf = (name: string): ExportFormat =>
  exportFormats.find((format) => name.toLowerCase().endsWith(`.${format}`)) ?? 'csv'

export const outcomeForms = [
  { as: 'file', label: 'Save outcome file' },
  { as: 'json', label: 'Save as JSON' },
] as const

/** Saves the list's columns together with the outcome of each row. */
export const useOutcomeFile = (listId: () => string) => {
  const client = useClient()
  const exporting = useExport()
  const asked = ref<OutcomeForm>('file')
  const save = (as: OutcomeForm) => {
    asked.value = as
    return exporting.run(async () => {
      const outcome = await client.call('list.outcome', { listId: listId(), as })
      if (!outcome.ok) return outcome
      const { fileName: name, bytes: content } = outcome.value
      return ok({ subject: 'listOutcome', format: formatOf(name), name, content })
    })
  }
  return { exporting, asked, save }
}
