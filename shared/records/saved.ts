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
import { claimSchema } from './claim.ts'
import { scenarioSchema } from './scenario.ts'
import { environmentStampSchema } from '../settings/environment.ts'

/** What is kept of a forecast and of case information. A changed field needs a default for older files. Times are ISO 8601 in UTC. */

const id = z.string().min(1)
const time = z.iso.datetime()

/** Of every record. */
export const savedBase = {
  id,
  savedAt: time,
  environment: environmentStampSchema,
  subject: subjectSchema,
  appVersion: z.string(),
}

export const savedForecastSchema = z.strictObject({
  ...savedBase,
  kind: z.enum(['forecast', 'forecastCurrent']),
  profile: participantProfileSchema.nullable(),
  inputs: forecastInputsSchema,
  /** A claim age that it approximates, apart from what an advisor may send; absent where none was tried. */
  claim: claimSchema.optional(),
  reading: forecastReadingSchema,
  communication: decodedTextSchema,
  /** What its amounts were read as when it was made; absent: all as a year. */
  readAs: readAsSchema.optional(),
  /** How long the service took, milliseconds. */
  durationMs: z.number(),
  /** SHA-256 of ParticipantXML as it was sent, hexadecimal; absent in what an earlier version saved. */
  fileSha256: z.string().optional(),
  /** Made with everybody else of a roster, by one press: nobody had looked at this participant. */
  forAll: z.literal(true).optional(),
  /** Of which press, so that the forecasts of one stand together; absent in what an earlier version saved. */
  forAllRun: id.optional(),
  /** What the advisor says of it; absent where they said nothing. */
  scenario: scenarioSchema.optional(),
})
export type SavedForecast = z.infer<typeof savedForecastSchema>

export const savedCaseInformationSchema = z.strictObject({
  ...savedBase,
  kind: z.literal('caseInformation'),
  inputs: caseInformationInputsSchema,
  reading: caseInformationReadingSchema,
  /** As of a forecast. */
  readAs: readAsSchema.optional(),
  durationMs: z.number(),
})
export type SavedCaseInformation = z.infer<typeof savedCaseInformationSchema>
