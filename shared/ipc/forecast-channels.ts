import { z } from 'zod'
import { caseInformationInputsSchema, forecastInputsSchema } from '../express/requests.ts'
import { claimSchema } from './claim-views.ts'
import { destinationSchema, savedCaseInformationSchema, savedForecastSchema } from './views.ts'

/** What only computes. Part of the contract. */

const id = z.string().min(1).max(200)
/** Everything that leaves names what was on screen; it fails with `environment.other` when that is no longer so. */
const to = destinationSchema
/** Chosen by the renderer, so that it can cancel before the answer is there. */
const jobId = id

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
      to,
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
      to,
      jobId,
    }),
    response: savedCaseInformationSchema,
  },
} as const
