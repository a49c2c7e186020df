import type { OperationName } from '#shared/express/operations.ts'
import { parseJson } from '#shared/text/parse-json.ts'
import { errorAnswer, type Answer } from '../answers.ts'
import { enroll, implement } from './enrollment.ts'
import { caseInformation, forecast, forecastCurrent } from './forecasts.ts'
import type { OperationContext } from './operation.ts'
import { optout } from './optout.ts'

const table: Readonly<Record<OperationName, typeof enroll>> = {
  enroll,
  implement,
  optout,
  forecast,
  forecastCurrent,
  caseInformation,
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
