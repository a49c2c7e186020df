import { readCaseInformation } from '#shared/express/read/read-case-information.ts'
import type { Environments } from '../environments/environments.ts'
import { bodyFor } from '../express/body-for.ts'
import type { ExpressClient } from '../express/express-client.ts'
import type { AnswerReader } from '../express/read/answer-reader.ts'
import { decodeTransactionText } from '../express/text/decode-text.ts'
import type { Library } from '../records/library/library.ts'
import type { Participants } from '../participant/participants.ts'
import type { Clock } from '../ports.ts'
import { createForecasts, type Forecasts } from './forecasts.ts'
import { createScenarios, type Scenarios } from './scenarios.ts'
import { createUnkeptForecasts } from './unkept.ts'

/** The services that a forecast goes through. */
export interface AroundForecasts {
  readonly clock: Clock
  readonly appVersion: string
  readonly environments: Environments
  readonly participants: Pick<Participants, 'get'>
  readonly express: Pick<ExpressClient, 'compute'>
  readonly answers: Pick<AnswerReader, 'forecast'>
  readonly library: Pick<Library, 'list' | 'open' | 'verbatim' | 'save' | 'update'>
}

/** Forecasts over the services of the house, and the scenarios that are made of them. */
export const createForecastParts = ({
  clock,
  appVersion,
  environments,
  participants,
  express,
  answers,
  library,
}: AroundForecasts): Forecasts & { readonly scenarios: Scenarios } => {
  const unkept = createUnkeptForecasts()
  const forecasts = createForecasts({
    clock,
    appVersion,
    environment: environments.useInUse,
    participant: participants.get,
    compute: async (operation, to, fields, job) => {
      const environment = environments.get(to.environmentId)
      if (!environment.ok) return environment
      const body = bodyFor(operation, environment.value, fields)
      if (!body.ok) return body
      const whyNot = () => environments.whyElsewhere(to)
      return express.compute(operation, to.environmentId, body.value, {
        signal: job.signal,
        onProgress: job.tell,
        whyNot,
      })
    },
    readForecast: answers.forecast,
    readCaseInformation,
    decodeText: decodeTransactionText,
    save: library.save,
    unkept,
  })
  return {
    ...forecasts,
    scenarios: createScenarios({ participant: participants.get, library, unkept }),
  }
}
