import { z } from 'zod'
import { readAsSchema } from '../express/read-as.ts'
import {
  forecastReadingSchema,
  decodedTextSchema,
  caseInformationReadingSchema,
} from '../express/reading.ts'
import { forecastInputsSchema, caseInformationInputsSchema } from '../express/requests.ts'
import { participantProfileSchema } from '../participant/profile.ts'
import { subjectSchema } from '../participant/subject.ts'
import { catchUpSaidSchema } from '../savings/saving-year.ts'
import { claimSchema } from './claim.ts'
import { presentedSchema } from './presented.ts'
import { scenarioSchema } from './scenario.ts'
import { environmentStampSchema } from '../environments/environment.ts'

/** The records of a forecast and of case information. Times are ISO 8601 in UTC. */

const id = z.string().min(1)
const time = z.iso.datetime()

/** Maximum length of a tag, characters, and maximum number of tags of a result. */
export const longestTag = 40
export const mostTags = 12
/** Words that somebody filed a result under. */
export const tagsSchema = z.array(z.string().trim().min(1).max(longestTag)).max(mostTags)

/** The fields of every record. */
export const savedBase = {
  id,
  savedAt: time,
  environment: environmentStampSchema,
  subject: subjectSchema,
  appVersion: z.string(),
  /** Absent if there are none. */
  tags: tagsSchema.optional(),
}

/** The fields that count identical runs as one result, in a forecast and in Case information. */
const runsOfOne = {
  /**
   * Digest of the request and its answer, the same for identical runs; absent if runs are not
   * counted.
   */
  runKey: z.string().optional(),
  /** How many runs had this same answer, at least 2; absent for one run. */
  runs: z.int().min(2).optional(),
  /** Time of the last of these runs; `savedAt` is the time of the first. */
  lastRunAt: time.optional(),
}

/** The time of the last run. */
export const lastMade = ({
  savedAt,
  lastRunAt = savedAt,
}: {
  readonly savedAt: string
  readonly lastRunAt?: string | undefined
}): string => lastRunAt

export const savedForecastSchema = z.strictObject({
  ...savedBase,
  ...runsOfOne,
  kind: z.enum(['forecast', 'forecastCurrent']),
  profile: participantProfileSchema.nullable(),
  inputs: forecastInputsSchema,
  /** A claim age that the forecast approximates, separate from inputs that can be sent; absent if none was tried. */
  claim: claimSchema.optional(),
  /**
   * What the advisor said about catch-up contributions, which affects how savings are read; absent
   * if nothing was said.
   */
  said: catchUpSaidSchema.optional(),
  reading: forecastReadingSchema,
  communication: decodedTextSchema,
  /** The units in which amounts were read when the forecast was made; absent means that every amount is for a year. */
  readAs: readAsSchema.optional(),
  /** How long the service took, milliseconds. */
  durationMs: z.number(),
  /** SHA-256 of the sent ParticipantXML, hexadecimal. */
  fileSha256: z.string(),
  /** True if the forecast was made in a run for everybody of a call list, so nobody had looked at this participant. */
  forAll: z.literal(true).optional(),
  /** The run that made the forecast, so that forecasts of one run stay together; absent if it was made alone. */
  forAllRun: id.optional(),
  /** The goal that the advisor had entered when the forecast was saved, dollars a month; absent if there was none. */
  goal: z.number().positive().optional(),
  /** What the client was shown last; absent if it was not presented. */
  presented: presentedSchema.extend({ at: time }).optional(),
  /** The advisor's name and note for the forecast; absent if there are none. */
  scenario: scenarioSchema.optional(),
})
export type SavedForecast = z.infer<typeof savedForecastSchema>

export const savedCaseInformationSchema = z.strictObject({
  ...savedBase,
  ...runsOfOne,
  kind: z.literal('caseInformation'),
  inputs: caseInformationInputsSchema,
  reading: caseInformationReadingSchema,
  /** As in a forecast. */
  readAs: readAsSchema.optional(),
  durationMs: z.number(),
})
export type SavedCaseInformation = z.infer<typeof savedCaseInformationSchema>
