import { z } from 'zod'
import { id, jobId } from '../channel.ts'
import { caseInformationInputsSchema, forecastInputsSchema } from '../express/requests.ts'
import { claimSchema } from '../records/claim.ts'
import { savedCaseInformationSchema, savedForecastSchema } from '../records/saved.ts'
import { scenarioSchema } from '../records/scenario.ts'
import { destinationSchema } from '../settings/environment.ts'

/** What only computes, and the tray of scenarios. */

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

export const forecastChannels = {
  'forecast.run': {
    request: z.strictObject({
      handle: id,
      operation: z.enum(['forecast', 'forecastCurrent']),
      inputs: forecastInputsSchema,
      /** A claim age to approximate; the record keeps it apart from the inputs. */
      claim: claimSchema.optional(),
      /** False: it is only one of the last runs, which `forecast.keep` saves. */
      keep: z.boolean().default(true),
      /** One of a search: `forecast.keep` saves it all the same, but it pushes out none of the last runs. */
      passing: z.boolean().default(false),
      to: destinationSchema,
      jobId,
    }),
    response: savedForecastSchema,
  },
  'forecast.keep': { request: z.strictObject({ id }), response: savedForecastSchema },
  'forecast.caseInformation': {
    request: z.strictObject({
      inputs: caseInformationInputsSchema,
      /** Whom the result is about, when a participant is open. */
      handle: id.optional(),
      /** False: it is asked for a figure on screen, and nothing of it is saved. */
      keep: z.boolean().default(true),
      to: destinationSchema,
      jobId,
    }),
    response: savedCaseInformationSchema,
  },
  /** Scenarios of the very file that is open, in the order of the tray, those of earlier starts too. Fails with `participant.notOpen` and `records.*`. */
  'scenario.list': {
    request: z.strictObject({ handle: id }),
    response: z.array(savedForecastSchema),
  },
  /** What the advisor says of a saved forecast now. Fails with `records.*`. */
  'scenario.describe': {
    request: z.strictObject({ id, scenario: scenarioSchema }),
    response: savedForecastSchema,
  },
  /** A second one like it, with the same answer. Fails with `records.*`. */
  'scenario.duplicate': {
    request: z.strictObject({ id, scenario: scenarioSchema }),
    response: savedForecastSchema,
  },
  /** The last runs of the open file since the start that nobody has kept, newest first. Fails with `participant.notOpen`. */
  'scenario.unkept': {
    request: z.strictObject({ handle: id }),
    response: z.array(unkeptRunSchema),
  },
  /** One of them, to be shown again. Fails with `records.notFound` once it is too long ago. */
  'scenario.openUnkept': { request: z.strictObject({ id }), response: savedForecastSchema },
} as const
