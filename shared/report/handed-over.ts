import { z } from 'zod'

/** How a client got a report: as a saved file, or printed. */
export const handedOverSchema = z.enum(['saved', 'printed'])
export type HandedOver = z.infer<typeof handedOverSchema>
