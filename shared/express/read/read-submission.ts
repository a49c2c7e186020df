import { fail, ok, type Result } from '../../result.ts'
import { submissionNamed, type SubmissionOperation } from '../operations.ts'
import type { ForecastReading, SubmissionReading, TransactionResult } from '../reading.ts'
import { findObjects, parseAnswer, serviceMessage, type Answer } from './answer.ts'
import { element, Fields, flag, isObject, text, wholeText, type Reader } from './field-readers.ts'
import { json, parseWithRepeats, Repeated } from './json-value.ts'
import { inside, note, rootPlace as silent, TooMany, type AnswerPlace } from './notes.ts'
import { bareStrategies, forecastParts, strategies } from './read-forecast.ts'

/** The note on an answer that reports both success and failure. */
export const contradiction =
  'came as both true and false, so nobody can say whether it was carried out'

/**
 * The beginning of the note on an answer without the specified result. A gateway may have sent it, so a `Success` in it
 * decides nothing.
 */
export const lacksResult = 'the answer has no'

/** The success of an object. Every `Success` counts, in any spelling; if they disagree, the result is unknown. */
const success = (fields: Fields): boolean | null => {
  const said = fields.flag('Success')
  const all = fields.every('Success').map((value) => flag(value, silent()))
  if (all.every((one) => one === said)) return said
  note(inside(fields.place, 'Success'), contradiction)
  return null
}

/** Leaves out a part with more entries than a reading may hold, so that it does not hide the outcome. */
const orNothing =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value, place) => {
    try {
      return read(value, place)
    } catch (cause) {
      if (!(cause instanceof TooMany)) throw cause
      note(place, 'has more entries than can be shown; it is only in the verbatim answer')
      return null
    }
  }

const transactionResult = (fields: Fields): TransactionResult => ({
  success: success(fields),
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
  annuityPurchaseRequest: fields.read('AnnuityPurchaseRequest', orNothing(json)),
})

const oneResult = element(transactionResult)

/** Joins several results into one; if they disagree, success is unknown. */
const agreed = (
  first: TransactionResult,
  others: readonly TransactionResult[],
  place: AnswerPlace,
): TransactionResult => {
  if (others.every(({ success: said }) => said === first.success)) return first
  note(place, 'came as several results that do not agree')
  return { ...first, success: null }
}

const oneOrMore: Reader<TransactionResult | null> = (value, place) => {
  if (!Array.isArray(value)) return oneResult(value, place)
  const [first, ...others] = value
    .filter(isObject)
    .map((each) => transactionResult(new Fields(each, place)))
  return first ? agreed(first, others, place) : null
}

/** The distinct statements about success; null stands for an unreadable statement. */
type Said = ReadonlySet<boolean | null>

const nothingSaid: Said = new Set()

const saidIn = (fields: Fields): Said => {
  const all = fields.every('Success')
  if (all.length === 0) return nothingSaid
  const place = silent()
  return new Set(all.map((value) => flag(value, place)))
}

/**
 * True if something else in the answer contradicts the result's success: a repeated name, another
 * name for the result, or a `Success` outside it.
 */
const isDenied = (result: TransactionResult, answer: Fields, names: readonly string[]) => {
  const { success: said } = result
  if (said === null) return false
  const results = [...names, 'Result'].flatMap((name) => answer.every(name)).flat()
  const others = results.map((other) => oneResult(other, silent())?.success)
  return others.includes(!said) || saidIn(answer).has(!said)
}

interface Part<T> {
  readonly value: unknown
  /** What the enclosing objects say. */
  readonly around: ReadonlySet<T>
  readonly isResult: boolean
}

/**
 * What `said` finds at any depth of an answer: in each result with one of `names`, and in the objects around it. Any other
 * object may be about something else.
 */
const aroundResults = <T>(
  answer: unknown,
  names: readonly string[],
  saidIn: (fields: Fields) => ReadonlySet<T>,
): ReadonlySet<T> => {
  const said = new Set<T>()
  const open: Part<T>[] = [{ value: answer, around: new Set(), isResult: false }]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { around, isResult } = part
    const value = part.value instanceof Repeated ? part.value.values : part.value
    if (Array.isArray(value)) {
      for (const each of value) open.push({ value: each, around, isResult })
    } else if (isObject(value)) {
      const fields = new Fields(value, silent())
      const own = saidIn(fields)
      const results = new Set(names.flatMap((name) => fields.keysLike(name)))
      if (isResult || results.size > 0) for (const one of own) said.add(one)
      if (results.size > 0) for (const one of around) said.add(one)
      const within = own.size === 0 ? around : new Set([...around, ...own])
      for (const [key, each] of Object.entries(value))
        open.push({ value: each, around: within, isResult: results.has(key) })
    }
  }
  return said
}

/** More ids than this are not kept: an answer that names so many people cannot be about one person. */
const mostNamed = 100

const idsNamed = (answer: unknown, names: readonly string[], field: string): string[] => {
  const idsIn = (fields: Fields) =>
    new Set(
      fields
        .every(field)
        .map((value) => text(value, silent()))
        .filter((id) => id.trim() !== ''),
    )
  return [...aroundResults(answer, names, idsIn)].slice(0, mostNamed)
}

const readResult = (answer: Fields, names: readonly string[]): TransactionResult => {
  const read = resultOf(answer, names)
  if (!isDenied(read, answer, names)) return read
  note(answer.place, contradiction)
  return { ...read, success: null }
}

/** Adds the answer's message to an unsuccessful result that has no message. */
const withReason = (result: TransactionResult, answer: Fields): TransactionResult =>
  result.errorMessage === '' && result.success !== true
    ? { ...result, errorMessage: serviceMessage(answer) }
    : result

const resultOf = (answer: Fields, names: readonly string[]): TransactionResult => {
  const [specified = ''] = names
  const name = names.find((candidate) => answer.has(candidate))
  const result = name === undefined ? null : answer.read(name, oneOrMore)
  if (name !== undefined && name !== specified) note(answer.place, `${specified} came as ${name}`)
  if (result) return withReason(result, answer)
  note(answer.place, `${lacksResult} ${specified}`)
  return { ...withReason(transactionResult(answer), answer), success: null }
}

/** Makes success unknown if something deeper in the answer contradicts it. */
const undenied = (
  result: TransactionResult,
  { value, place }: Answer,
  names: readonly string[],
): TransactionResult => {
  if (result.success === null || !aroundResults(value, names, saidIn).has(!result.success))
    return result
  note(place, contradiction)
  return { ...result, success: null }
}

/**
 * Reads the strategies of an enrollment from inside `Strategy`. Also accepts `StrategyOutput` without `Strategy`, and a
 * list as the value of `Strategy`.
 */
const readStrategy = (answer: Fields): ForecastReading | null => {
  if (answer.has('Strategy')) {
    return answer.read('Strategy', (value, place) => {
      if (value === null || value === '') return null
      if (Array.isArray(value)) {
        note(place, 'came as a list instead of an object with StrategyOutput')
        return { ...bareStrategies(strategies(value, place)), notes: [] }
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
 * Reads the answer of a submission as far as possible. `result.success` is null unless the answer
 * states it unambiguously. Notes about the strategies are in the outer `notes`. Fails with
 * `service.unreadable` only if the text holds no JSON object.
 */
export const readSubmission = (
  operation: SubmissionOperation,
  verbatim: string,
): Result<SubmissionReading> => {
  const answer = parseAnswer(verbatim, parseWithRepeats)
  if (!answer.ok) return answer
  // Finds results only by name, because a Success deep inside another object may be about something
  // else.
  const { resultNames, strategy } = submissionNamed(operation)
  const [fields, ...beside] = findObjects(answer.value, resultNames)
  if (!fields) {
    return fail({
      code: 'service.unreadable',
      message: "The service's answer could not be read: it is a list without any object in it.",
    })
  }
  const { value, place } = answer.value
  const first = readResult(fields, resultNames)
  const listed = (Array.isArray(value) ? value.filter(isObject).slice(1) : []).flatMap((other) =>
    findObjects({ value: other, place }, resultNames),
  )
  const others = [...beside, ...listed].map((other) => readResult(other, resultNames))
  const result = undenied(agreed(first, others, place), answer.value, resultNames)
  const transaction = fields.read('Transaction', wholeText)
  const forecast = strategy ? orNothing(() => readStrategy(fields))(null, place) : null
  const named = {
    clientIds: idsNamed(value, resultNames, 'ClientId'),
    participantIds: idsNamed(value, resultNames, 'ParticipantId'),
  }
  return ok({ result, transaction, forecast, named, notes: place.notes.list() })
}
