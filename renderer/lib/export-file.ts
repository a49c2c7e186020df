import { safeFileName } from '#shared/text/file-name.ts'
import type { ExportedFile, ExportFormat, SavedExport } from '#shared/report/export.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Client } from '../ipc/client.ts'

export interface FileToExport extends Omit<ExportedFile, 'bytes'> {
  readonly content: string | Uint8Array
}

/** The result of an export: main saved the file, the browser received it, or the user canceled. */
export type Exported =
  | (NonNullable<SavedExport> & { readonly kind: 'saved' })
  | { readonly kind: 'handedOver'; readonly fileName: string }
  | null

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv;charset=utf-8',
  tsv: 'text/tab-separated-values;charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
  txt: 'text/plain;charset=utf-8',
  glidepath: 'application/octet-stream',
}

const download = (bytes: Uint8Array<ArrayBuffer>, fileName: string, type: string) => {
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // Releases the URL late, when the download has certainly started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Exports a file; no other code does. On the desktop, main asks where to save the file and writes
 * it; in a browser, the browser does. Fails with `export.*`.
 */
export const exportFile = async (
  client: Client,
  { content, ...file }: FileToExport,
): Promise<Result<Exported>> => {
  const about = await client.call('app.info', {})
  if (!about.ok) return about
  const bytes =
    typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content)
  if (about.value.host === 'browser') {
    const fileName = safeFileName(file.name, file.format)
    download(bytes, fileName, mediaTypes[file.format])
    // Main cannot see where a browser saves the file, so the page notes the export in the activity
    // log. The export succeeds even if the note fails.
    void client.call('activity.recordUse', { action: 'export', recordId: file.recordId })
    return ok({ kind: 'handedOver', fileName })
  }
  const saved = await client.call('export.save', { ...file, bytes })
  if (!saved.ok) return saved
  return ok(saved.value === null ? null : { kind: 'saved', ...saved.value })
}
