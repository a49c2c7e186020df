import { exportFormats, type ExportFormat } from '#shared/ipc/export-views.ts'
import { ok } from '#shared/result.ts'
import { useClient } from '../../../ipc/client.ts'
import { useExport, type Exporting } from '../../../lib/use-export.ts'

/** The list keeps the kind of file it had. */
const formatOf = (name: string): ExportFormat =>
  exportFormats.find((format) => name.toLowerCase().endsWith(`.${format}`)) ?? 'csv'

/** Saves the file's own columns with the outcome of each row beside them. */
export const useOutcomeFile = (
  batchId: () => string,
): Exporting & { readonly save: () => Promise<boolean> } => {
  const client = useClient()
  const exporting = useExport()
  return {
    ...exporting,
    save: () =>
      exporting.run(async () => {
        const outcome = await client.call('batch.outcome', { batchId: batchId() })
        if (!outcome.ok) return outcome
        const { fileName, bytes } = outcome.value
        return ok({
          subject: 'listOutcome',
          format: formatOf(fileName),
          name: fileName,
          content: bytes,
        })
      }),
  }
}
