import { z } from 'zod'

/** The part of a forecast that a client was shown. */
export const presentedSchema = z.strictObject({
  strategy: z.enum(['today', 'plan', 'recommended']),
  market: z.enum(['poor', 'average', 'good']),
})
export type Presented = z.infer<typeof presentedSchema>
