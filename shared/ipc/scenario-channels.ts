import { z } from 'zod'
import { scenarioSchema } from './scenario-views.ts'
import { savedForecastSchema } from './views.ts'

/** The tray of scenarios. Part of the contract. */

const id = z.string().min(1).max(200)

/** A run that nobody has kept yet, without its answer. */
export const unkeptRunSchema = savedForecastSchema.pick({
  id: true,
  kind: true,
  savedAt: true,
  environment: true,
  inputs: true,
  claim: true,
})
export type UnkeptRun = z.infer<typeof unkeptRunSchema>

export const scenarioChannels = {
  /** Scenarios of the very file that is open, in the order of the tray, those of earlier sessions too. Fails with `participant.notOpen` and `library.*`. */
  'scenario.list': {
    request: z.strictObject({ handle: id }),
    response: z.array(savedForecastSchema),
  },
  /** What the advisor says of a saved forecast now. Fails with `library.*`. */
  'scenario.describe': {
    request: z.strictObject({ id, scenario: scenarioSchema }),
    response: savedForecastSchema,
  },
  /** A second one like it, with the same answer. Fails with `library.*`. */
  'scenario.duplicate': {
    request: z.strictObject({ id, scenario: scenarioSchema }),
    response: savedForecastSchema,
  },
  /** The last runs of the open file in this session that nobody has kept, newest first. Fails with `participant.notOpen`. */
  'scenario.unkept': {
    request: z.strictObject({ handle: id }),
    response: z.array(unkeptRunSchema),
  },
  /** One of them, to be shown again. Fails with `library.notFound` once it is too long ago. */
  'scenario.openUnkept': { request: z.strictObject({ id }), response: savedForecastSchema },
} as const
