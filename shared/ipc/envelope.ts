import { z } from 'zod'
import { resultSchema } from '../errors.ts'

/** Every reply on every channel: a value, or a typed error, never silence or an exception. */
export const envelopeSchema = resultSchema(z.unknown())

export type Envelope = z.infer<typeof envelopeSchema>
