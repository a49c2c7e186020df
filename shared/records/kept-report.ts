import { z } from 'zod'
import { handedOverSchema } from '../report/handed-over.ts'
import { savedBase } from './saved.ts'

/** A client's report as it was handed over. */
export const keptReportSchema = z.strictObject({
  ...savedBase,
  kind: z.literal('report'),
  /** The forecast that the report is about. */
  forecastId: z.string().min(1),
  fileName: z.string(),
  /** The PDF file, byte for byte. */
  bytes: z.instanceof(Uint8Array),
  /** SHA-256 of the file, hexadecimal. */
  sha256: z.string(),
  /** Whether it was saved as a file or printed. */
  handedOver: handedOverSchema,
})
export type KeptReport = z.infer<typeof keptReportSchema>
