import { z } from 'zod'

/** Kinds of files that a person saves outside the program. */

const exportSubjects = [
  'receipt',
  'report',
  'activityLog',
  'overview',
  'listOutcome',
  'planDirectory',
  'supportFile',
  'serviceText',
  'participantMapping',
  'callFirst',
  'table',
] as const
export const exportFormats = ['pdf', 'csv', 'tsv', 'json', 'xml', 'txt'] as const
export type ExportFormat = (typeof exportFormats)[number]

const exportSchema = z.strictObject({
  /** Sets the dialog's title. */
  subject: z.enum(exportSubjects),
  /** Sets the extension. */
  format: z.enum(exportFormats),
  /** Proposed to the person; the proposer makes it fit for a file name. */
  name: z.string().max(1000),
  bytes: z.instanceof(Uint8Array),
  /** Id of the saved result that the file is about, for the activity log. */
  recordId: z.string().max(200).optional(),
})
/** A file on a screen, ready to be saved. */
export type ExportedFile = z.infer<typeof exportSchema>

/** The saved file's place; `null` if the person canceled the dialog. */
const savedExportSchema = z
  .strictObject({
    fileName: z.string(),
    /** Name of the folder without its parents. */
    folder: z.string(),
  })
  .nullable()
export type SavedExport = z.infer<typeof savedExportSchema>

export const exportChannels = {
  /** Asks for a place, then writes the file; fails with `export.*`, also if the host has no dialog of its own. */
  'export.save': { request: exportSchema, response: savedExportSchema },
} as const
