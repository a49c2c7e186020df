import { z } from 'zod'
import { channel, id, jobId } from '../channel.ts'
import { appErrorSchema } from '../errors.ts'
import { caseInformationInputsSchema, forecastInputsSchema } from '../express/requests.ts'
import { claimSchema } from '../records/claim.ts'
import { savedCaseInformationSchema, savedForecastSchema } from '../records/saved.ts'
import { scenarioSchema } from '../records/scenario.ts'
import { destinationSchema } from '../environments/environment.ts'

/** Computations, and the tray of scenarios. */

/** A run that nobody has saved, without its answer. */
const unkeptRunSchema = savedForecastSchema.pick({
  id: true,
  kind: true,
  savedAt: true,
  environment: true,
  inputs: true,
  claim: true,
})
export type UnkeptRun = z.infer<typeof unkeptRunSchema>

/** Why the answer could not be saved; absent if it was, or if nobody asked for it. */
const unsaved = { unsaved: appErrorSchema.optional() }
const forecastRunSchema = savedForecastSchema.extend(unsaved)
/** An answered forecast, saved or not. */
export type ForecastRun = z.infer<typeof forecastRunSchema>
const caseRunSchema = savedCaseInformationSchema.extend(unsaved)
/** Answered case information, saved or not. */
export type CaseRun = z.infer<typeof caseRunSchema>

export const forecastChannels = {
  'forecast.run': channel(
    {
      handle: id,
      operation: z.enum(['forecast', 'forecastCurrent']),
      inputs: forecastInputsSchema,
      /** A claim age to approximate; the record keeps it apart from the inputs. */
      claim: claimSchema.optional(),
      /** FICA wages of the year before from this employer, dollars; absent if nobody said them. */
      wagesBefore: z.number().min(0).optional(),
      /** False: it is only one of the last runs, which `forecast.keep` saves. */
      keep: z.boolean().default(true),
      /** A run of a search: `forecast.keep` can save it, but it displaces none of the last runs. */
      passing: z.boolean().default(false),
      to: destinationSchema,
      jobId,
    },
    forecastRunSchema,
  ),
  /** Saves one of the last runs, with the goal that the advisor entered, dollars a month. */
  'forecast.keep': channel({ id, goal: z.number().positive().optional() }, savedForecastSchema),
  'forecast.caseInformation': channel(
    {
      inputs: caseInformationInputsSchema,
      /** The person the result is about, if a participant is open. */
      handle: id.optional(),
      /** False: it serves a figure on screen and is not saved. */
      keep: z.boolean().default(true),
      to: destinationSchema,
      jobId,
    },
    caseRunSchema,
  ),
  /**
   * Scenarios of the open file in the order of the tray, including earlier starts. Fails with `participant.notOpen`
   * and `records.*`.
   */
  'scenario.list': channel({ handle: id }, z.array(savedForecastSchema)),
  /** The advisor's new name, note and place for a saved forecast. Fails with `records.*`. */
  'scenario.describe': channel({ id, scenario: scenarioSchema }, savedForecastSchema),
  /**
   * The saved forecast without changes that a saved forecast is compared with: of the same participant, file and
   * service, the last one before it, else the first one after it; null if none is saved. Fails with `records.*`.
   */
  'scenario.today': channel({ id }, savedForecastSchema.nullable()),
  /** A copy with the same answer. Fails with `records.*`. */
  'scenario.duplicate': channel({ id, scenario: scenarioSchema }, savedForecastSchema),
  /** The unsaved last runs of the open file since the start, newest first. Fails with `participant.notOpen`. */
  'scenario.unkept': channel({ handle: id }, z.array(unkeptRunSchema)),
  /** Shows one of them again. Fails with `records.notFound` once it has been displaced. */
  'scenario.openUnkept': channel({ id }, savedForecastSchema),
} as const
