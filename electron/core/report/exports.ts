import { basename, dirname } from 'node:path'
import { safeFileName } from '#shared/text/file-name.ts'
import type { ExportedFile, ExportFormat, SavedExport } from '#shared/report/export.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { PickSavePath, WriteExport } from '../platform/ports.ts'

interface ExportNeeds {
  /** Null if the host has no dialog. */
  readonly pickSavePath: PickSavePath | null
  readonly write: WriteExport
  readonly isLocked: () => boolean
  /** Notes a file's outcome in the activity log; a failure of the log must not stop the export. */
  readonly note: (recordId: string | undefined, outcome: 'done' | 'failed' | 'cancelled') => void
}

const titles: Readonly<Record<ExportedFile['subject'], string>> = {
  receipt: 'Save receipt',
  report: 'Save client report',
  recoveryCode: 'Save recovery code',
  activityLog: 'Save activity log',
  overview: 'Save overview of opt-outs',
  listOutcome: 'Save outcome of the list',
  planDirectory: 'Save plan directory',
  supportFile: 'Save support file',
  serviceText: 'Save text from the service',
  participantMapping: 'Save mapping',
  callFirst: 'Save whom to call first',
  table: 'Save table',
  results: 'Export saved results',
}

const kinds: Readonly<Record<ExportFormat, string>> = {
  pdf: 'PDF document',
  csv: 'CSV table',
  tsv: 'TSV table',
  json: 'JSON file',
  xml: 'XML file',
  txt: 'Text file',
  glidepath: 'Glidepath results',
}

const notSaved = (message: string, advice: string): Result<never> =>
  fail({ code: 'export.notSaved', message, advice })

export const createExports = ({ pickSavePath, write, isLocked, note }: ExportNeeds) => {
  let asking = false
  let lastFolder: string | null = null

  const save = async (file: ExportedFile): Promise<Result<SavedExport>> => {
    if (pickSavePath === null)
      return notSaved('This host has no dialog for saving.', 'Reload the page, then save again.')
    if (asking)
      return notSaved(
        'Another save dialog is open.',
        'Answer the dialog that is open, then save again.',
      )
    const { subject, format, name } = file
    asking = true
    const path = await pickSavePath({
      title: titles[subject],
      fileName: safeFileName(name, format),
      kind: { name: kinds[format], extension: format },
      folder: lastFolder,
    }).finally(() => {
      asking = false
    })
    if (path === null) return ok(null)
    // A choice made while locked is ignored, because the dialog stays open and anybody could use
    // it.
    if (isLocked())
      return notSaved(
        'Glidepath was locked before a place for the file was chosen.',
        'Save it again.',
      )
    const written = await write(path, file.bytes)
    if (!written.ok) return written
    lastFolder = dirname(path)
    return ok({ fileName: basename(path), folder: basename(lastFolder) || lastFolder })
  }

  return {
    /**
     * Asks where to save the file, then writes it; nothing is on disk before that. Returns `null` if the user cancels.
     * Fails with `export.*`.
     */
    save: async (file: ExportedFile) => {
      const saved = await save(file)
      note(file.recordId, !saved.ok ? 'failed' : saved.value === null ? 'cancelled' : 'done')
      return saved
    },
  }
}

export type Exports = ReturnType<typeof createExports>
