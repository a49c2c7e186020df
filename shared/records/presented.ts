import { z } from 'zod'

/** What a client was shown of a forecast. */
export const presentedSchema = z.strictObject({
  strategy: z.enum(['today', 'plan', 'recommended']),
  market: z.enum(['poor', 'average', 'good']),
})
export type Presented = z.infer<typeof presentedSchema>
