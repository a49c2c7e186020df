import { z } from 'zod'

/** Kinds of files that a user saves outside the program. */

const exportSubjects = [
  'receipt',
  'report',
  'recoveryCode',
  'activityLog',
  'overview',
  'listOutcome',
  'planDirectory',
  'supportFile',
  'serviceText',
  'participantMapping',
  'callFirst',
  'table',
  'results',
] as const
export const exportFormats = ['pdf', 'csv', 'tsv', 'json', 'xml', 'txt', 'glidepath'] as const
export type ExportFormat = (typeof exportFormats)[number]

const exportSchema = z.strictObject({
  /** Decides the dialog's title. */
  subject: z.enum(exportSubjects),
  /** Decides the extension. */
  format: z.enum(exportFormats),
  /** The proposed name; main makes it valid as a file name. */
  name: z.string().max(1000),
  bytes: z.instanceof(Uint8Array),
  /** Id of the saved result that the file is about, for the activity log. */
  recordId: z.string().max(200).optional(),
})
/** A file on a screen, ready to be saved. */
export type ExportedFile = z.infer<typeof exportSchema>

/** Where the file was saved; `null` if the user canceled the dialog. */
const savedExportSchema = z
  .strictObject({
    fileName: z.string(),
    /** Name of the folder without its parents. */
    folder: z.string(),
  })
  .nullable()
export type SavedExport = z.infer<typeof savedExportSchema>

export const exportChannels = {
  /** Asks where to save the file, then writes it. Fails with `export.*`, also if the host has no dialog of its own. */
  'export.save': { request: exportSchema, response: savedExportSchema },
} as const
