import { z } from 'zod'
import { appErrorSchema } from '../errors.ts'

/** Every reply on every channel: a value, or a typed error, never silence or an exception. */
export const envelopeSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: appErrorSchema }),
])

export type Envelope = z.infer<typeof envelopeSchema>
