import type { OperationName } from '#shared/express/operations.ts'
import { errorAnswer, type Answer } from '../answer.ts'
import { caseInformation } from './case-information.ts'
import { enroll } from './enroll.ts'
import { forecastCurrent } from './forecast-current.ts'
import { forecast } from './forecast.ts'
import { implement } from './implement.ts'
import type { OperationContext, PerformOperation } from './operation.ts'
import { optout } from './optout.ts'

const table: Readonly<Record<OperationName, PerformOperation>> = {
  enroll,
  implement,
  optout,
  forecast,
  forecastCurrent,
  caseInformation,
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Performs one request with a good token and type. `decline` forces Success false with that message. */
export const createPerformer =
  (context: OperationContext) =>
  async (name: OperationName, text: string, decline: string | null): Promise<Answer> => {
    const body = parseJson(text)
    return body === undefined
      ? errorAnswer(400, 'The request is not JSON.')
      : table[name](name, body, decline, context)
  }
