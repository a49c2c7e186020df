import { z } from 'zod'
import { channel, id, jobId } from '../channel.ts'
import { appErrorSchema } from '../errors.ts'
import { caseInformationInputsSchema, forecastInputsSchema } from '../express/requests.ts'
import { claimSchema } from '../records/claim.ts'
import { savedCaseInformationSchema, savedForecastSchema } from '../records/saved.ts'
import { scenarioSchema } from '../records/scenario.ts'
import { destinationSchema } from '../environments/environment.ts'
import { sinceAnswersSchema, sinceViewSchema } from './since.ts'

/** Channels for computations and for the tray of scenarios. */

/** A run that was not saved, without its answer. */
const unkeptRunSchema = savedForecastSchema.pick({
  id: true,
  kind: true,
  savedAt: true,
  environment: true,
  inputs: true,
  claim: true,
})
export type UnkeptRun = z.infer<typeof unkeptRunSchema>

/** Why the answer could not be saved; absent if it was saved, or if nobody asked to save it. */
const unsaved = { unsaved: appErrorSchema.optional() }
const forecastRunSchema = savedForecastSchema.extend(unsaved)
/** A forecast with its answer, saved or not. */
export type ForecastRun = z.infer<typeof forecastRunSchema>
const caseRunSchema = savedCaseInformationSchema.extend(unsaved)
/** Case information with its answer, saved or not. */
export type CaseRun = z.infer<typeof caseRunSchema>

export const forecastChannels = {
  'forecast.run': channel(
    {
      handle: id,
      operation: z.enum(['forecast', 'forecastCurrent']),
      inputs: forecastInputsSchema,
      /** A claim age to approximate; the record keeps it separately from the inputs. */
      claim: claimSchema.optional(),
      /** FICA wages of the previous year from this employer, dollars; absent if unknown. */
      wagesBefore: z.number().min(0).optional(),
      /** If false, the run is held only among the last runs, which `forecast.keep` can save. */
      keep: z.boolean().default(true),
      /**
       * If true, the run belongs to a search: `forecast.keep` can save it, but it does not push
       * other runs out of memory.
       */
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
      /** The open participant that the result is about; absent if there is none. */
      handle: id.optional(),
      /** If false, the answer is only used for a figure on screen and is not saved. */
      keep: z.boolean().default(true),
      to: destinationSchema,
      jobId,
    },
    caseRunSchema,
  ),
  /**
   * Scenarios of the open file in the order of the tray, including those from earlier runs of the
   * program. Fails with `participant.notOpen` and `records.*`.
   */
  'scenario.list': channel({ handle: id }, z.array(savedForecastSchema)),
  /** Gives a saved forecast a new name, note and position on the tray. Fails with `records.*`. */
  'scenario.describe': channel({ id, scenario: scenarioSchema }, savedForecastSchema),
  /**
   * The saved forecast without inputs with which a saved forecast is compared. Both have the same
   * participant, file and service. It is the last such forecast before the compared one, otherwise
   * the first one after it; null if none is saved. Fails with `records.*`.
   */
  'scenario.today': channel({ id }, savedForecastSchema.nullable()),
  /** Copies a saved forecast with its answer. Fails with `records.*`. */
  'scenario.duplicate': channel({ id, scenario: scenarioSchema }, savedForecastSchema),
  /**
   * The last unsaved runs of the open file since the program started, newest first. Fails with `participant.notOpen`.
   */
  'scenario.unkept': channel({ handle: id }, z.array(unkeptRunSchema)),
  /**
   * Opens one of the unsaved runs. Fails with `records.notFound` once newer runs have pushed it out
   * of memory.
   */
  'scenario.openUnkept': channel({ id }, savedForecastSchema),
  /**
   * The last two forecasts of the client of a saved result, and the steps between them; null without two that are far
   * enough apart. `handle` is the open file, absent if there is none. Asks the service nothing. Fails with `records.*`.
   */
  'since.find': channel({ id, handle: id.optional() }, sinceViewSchema.nullable()),
  /**
   * Asks the service for each step between two forecasts that `since.find` found. Saves nothing. Fails like
   * `forecast.run`.
   */
  'since.ask': channel(
    { earlierId: id, newerId: id, handle: id.optional(), to: destinationSchema, jobId },
    sinceAnswersSchema,
  ),
} as const
