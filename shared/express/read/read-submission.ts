import { fail, ok, type Result } from '../../result.ts'
import type { SubmissionOperation } from '../operations.ts'
import type { ForecastReading, SubmissionReading, TransactionResult } from '../reading.ts'
import { findObject, parseAnswer, serviceMessage } from './answer.ts'
import { element, isObject, list, type Fields, type Reader } from './field-readers.ts'
import { json } from './json-value.ts'
import { note, type Place } from './notes.ts'
import { forecastParts } from './read-forecast.ts'
import { strategyOutput } from './strategy.ts'

interface SubmissionAnswer {
  /** The specified key of the result first, then the spellings that are taken for it. */
  readonly resultNames: readonly string[]
  /** Whether strategies come with it. */
  readonly strategy: boolean
}

const answers: Readonly<Record<SubmissionOperation, SubmissionAnswer>> = {
  enroll: { resultNames: ['EnrollmentResult', 'EnrolmentResult', 'EnrollResult', 'Result'], strategy: true },
  implement: {
    resultNames: ['EnrollmentResult', 'ImplementResult', 'EnrolmentResult', 'EnrollResult', 'Result'],
    strategy: true,
  },
  optout: { resultNames: ['OptOutResult', 'OptOutResponse', 'Result'], strategy: false },
}

const transactionResult = (fields: Fields): TransactionResult => ({
  success: fields.flag('Success'),
  errorMessage: fields.text('ErrorMessage'),
  transactionId: fields.text('TransactionId'),
  clientTransactionId: fields.text('ClientTransactionId'),
  rkTransactionId: fields.text('RKTransactionId'),
  rkTransactionMessage: fields.text('RKTransactionMessage'),
  transactionState: fields.text('TransactionState'),
  transactionReturnCode: fields.text('TransactionReturnCode'),
  transactionData: fields.text('TransactionData'),
  htmlTransactionConfirmation: fields.flag('HtmlTransactionConfirmation'),
  clientId: fields.text('ClientId'),
  annuityPurchaseRequest: fields.read('AnnuityPurchaseRequest', json),
})

const oneResult = element(transactionResult)

/** The first of several results in place of one. Where they do not agree, nobody can say whether it was carried out. */
const agreed = (results: readonly (TransactionResult | null)[], place: Place): TransactionResult | null => {
  const [first = null, ...others] = results
  if (first === null || others.every((other) => other?.success === first.success)) return first
  note(place, 'came as several results that do not agree')
  return { ...first, success: null }
}

const readResult = (answer: Fields, names: readonly string[]): TransactionResult => {
  const [specified = ''] = names
  const name = names.find((candidate) => answer.has(candidate))
  const read: Reader<TransactionResult | null> = (value, place) =>
    Array.isArray(value)
      ? agreed(value.filter(isObject).map((each) => oneResult(each, place)), place)
      : oneResult(value, place)
  const result = name === undefined ? null : answer.read(name, read)
  if (name !== undefined && name !== specified) note(answer.place, `${specified} came as ${name}`)
  if (result) {
    const needsMessage = result.errorMessage === '' && result.success !== true
    return needsMessage ? { ...result, errorMessage: serviceMessage(answer) } : result
  }
  note(answer.place, `the answer has no ${specified}; its own fields were read instead`)
  const own = transactionResult(answer)
  return own.errorMessage === '' ? { ...own, errorMessage: serviceMessage(answer) } : own
}

const noParts = { accountMappings: [], communicationXml: '' }

/** The strategies of an enrollment: inside `Strategy`, or bent: beside it, or `Strategy` itself being the list. */
const readStrategy = (answer: Fields): ForecastReading | null => {
  if (answer.has('Strategy')) {
    return answer.read('Strategy', (value, place) => {
      if (value === null || value === undefined || value === '') return null
      if (Array.isArray(value)) {
        note(place, 'came as a list instead of an object with StrategyOutput')
        return { strategies: list(strategyOutput)(value, place), ...noParts, notes: [] }
      }
      const parts = element(forecastParts)(value, place)
      return parts === null ? null : { ...parts, notes: [] }
    })
  }
  if (!answer.has('StrategyOutput')) return null
  note(answer.place, 'StrategyOutput came without Strategy around it')
  return { ...forecastParts(answer), notes: [] }
}

/**
 * Reads the answer of a submission as far as it goes. `result.success` is null when the answer does not
 * say so in a form that leaves no doubt. Notes about the strategies are in the outer `notes`. Fails with
 * `service.unreadable` only when the text holds no JSON object.
 */
export const readSubmission = (operation: SubmissionOperation, verbatim: string): Result<SubmissionReading> => {
  const answer = parseAnswer(verbatim)
  if (!answer.ok) return answer
  // By the result's name only: a Success deep inside some other object may speak of something else.
  const { resultNames, strategy } = answers[operation]
  const fields = findObject(answer.value, resultNames)
  if (!fields) {
    return fail({
      code: 'service.unreadable',
      message: "The service's answer could not be read: it is a list without any object in it.",
    })
  }
  const { value, place } = answer.value
  const first = readResult(fields, resultNames)
  const others = (Array.isArray(value) ? value.filter(isObject).slice(1) : []).map((other) => {
    const found = findObject({ value: other, place }, resultNames)
    return found && readResult(found, resultNames)
  })
  const result = agreed([first, ...others], place) ?? first
  const transaction = fields.text('Transaction')
  const forecast = strategy ? readStrategy(fields) : null
  return ok({ result, transaction, forecast, notes: place.notes.list() })
}
