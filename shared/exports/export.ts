import { z } from 'zod'

/** What a person saves outside the program. */

export const exportSubjects = [
  'receipt',
  'report',
  'activityLog',
  'overview',
  'listOutcome',
  'planDirectory',
  'supportFile',
  'serviceText',
  'participantMapping',
  'roster',
  'table',
] as const
export const exportFormats = ['pdf', 'csv', 'tsv', 'json', 'xml', 'txt'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportSchema = z.strictObject({
  /** Decides how the dialog is titled. */
  subject: z.enum(exportSubjects),
  /** Decides the extension. */
  format: z.enum(exportFormats),
  /** Proposed to the person; made fit for a file name by whoever proposes it. */
  name: z.string().max(1000),
  bytes: z.instanceof(Uint8Array),
  /** Id of the saved result that it is about, for the activity log. */
  recordId: z.string().max(200).optional(),
})
/** A file as a screen has it, ready to be saved. */
export type ExportedFile = z.infer<typeof exportSchema>

/** Where it was saved; `null` when the person left the dialog without saving. */
export const savedExportSchema = z
  .strictObject({
    fileName: z.string(),
    /** Name of the folder, without what it lies in. */
    folder: z.string(),
  })
  .nullable()
export type SavedExport = z.infer<typeof savedExportSchema>

export const exportChannels = {
  /** Asks the person where to, then writes the file; fails with `export.*`, also where the host has no dialog of its own. */
  'export.save': { request: exportSchema, response: savedExportSchema },
} as const
