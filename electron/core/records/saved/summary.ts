import { searchKey } from '#shared/identity-key.ts'
import { submissionNamed } from '#shared/express/operations.ts'
import { plainTitle } from '#shared/receipt/plain-words.ts'
import { listInWords } from '#shared/receipt/receipt-words.ts'
import { inUtc, settledOf, settledWords } from '#shared/receipt/settled.ts'
import { unknownLikeness, type Receipt } from '#shared/records/receipt.ts'
import type { KeptReport } from '#shared/records/kept-report.ts'
import type { RecordSummary, SavedRecord } from '#shared/records/record.ts'
import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { changesNothing } from '#shared/strategy/claim-approximation.ts'
import { doubtsInResult } from '#shared/strategy/doubts-in-result.ts'
import { shortAnswerOf, shortClaimsOf } from '#shared/strategy/statement/lists/short-answer.ts'
import { said, separated, type Said } from '#shared/strategy/statement/said.ts'
import { typedPay, typedPension, typedRate } from '#shared/strategy/statement/typed.ts'

/** The inputs of a forecast, to tell two forecasts of one participant apart; empty without inputs. */
const withInputs = ({ inputs, claim }: Pick<SavedForecast, 'inputs' | 'claim'>): Said => {
  const {
    RetirementAge,
    Salary,
    SavingsRateDetails = [],
    PensionTypes = [],
    ExcludeSocialSecurity,
    ForecastType,
  } = inputs
  const rates = SavingsRateDetails.map(({ Value }) =>
    Value === undefined ? ['no rate'] : said`${typedRate(Number(Value))}`,
  )
  const pensions = PensionTypes.map(({ Amount }) =>
    Amount === undefined ? ['without an amount'] : said`${typedPension(Amount)}`,
  )
  const all = [
    said`${RetirementAge !== undefined && `retirement age ${RetirementAge}`}`,
    Salary === undefined ? [] : said`salary ${typedPay(Salary)}`,
    rates.length === 0 ? [] : said`savings ${separated(rates, ' + ')}`,
    pensions.length === 0 ? [] : said`pensions ${separated(pensions, ' + ')}`,
    said`${
      ExcludeSocialSecurity !== undefined &&
      `Social Security ${ExcludeSocialSecurity ? 'left out' : 'counted in'}`
    }`,
    said`${claim && `Social Security claimed at ${claim.age} (estimate)`}`,
    said`${ForecastType}`,
  ]
  const given = separated(all, ', ')
  return given.length === 0 ? [] : said`with ${given}`
}

const inLine = (sentence: string) =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')

interface Plan {
  readonly planId: string
  readonly planType: string
}

const wordsOf = ({ planId, planType }: Plan): readonly string[] => [planId, planType]

const noReceipt = { outcome: null, settled: null, likeness: unknownLikeness }

const ofReceipt = (receipt: Receipt) => {
  const { operation, outcome, likeness, receiptNumber, submissionId, plans, result } = receipt
  const { SavingsRateDetails } = receipt.inputs
  const settled = settledOf(receipt)
  return {
    /** `Enrollment accepted`; for a settled receipt, the person's finding. */
    summary: [
      settled === null
        ? plainTitle(receipt)
        : `${submissionNamed(operation).receipt.noun}: ${inLine(settledWords(settled, inUtc))}`,
    ],
    sent: {
      operation,
      planIds: plans.map(({ planId }) => planId),
      at: receipt.sentAt,
      ...(SavingsRateDetails !== undefined && { rates: SavingsRateDetails }),
      number: receiptNumber,
    },
    outcome,
    settled,
    likeness,
    found: [
      ...[receiptNumber, submissionId],
      ...[result?.transactionId, result?.clientTransactionId, result?.rkTransactionId],
      ...[settled?.transactionId, ...plans.flatMap(wordsOf)],
    ],
  }
}

/** Further runs are not counted in a result that the advisor named, pinned or moved. */
const runsOf = (record: SavedForecast | SavedCaseInformation) => {
  const { runKey, runs, lastRunAt } = record
  const isCounted = record.kind === 'caseInformation' || record.scenario === undefined
  return {
    ...(isCounted && runKey !== undefined && { runKey }),
    ...(runs !== undefined && { runs }),
    ...(lastRunAt !== undefined && { lastRunAt }),
  }
}

const ofForecast = (record: SavedForecast) => {
  const { fileSha256: file, forAll, forAllRun, profile, reading } = record
  const { name = '', note = '' } = record.scenario ?? {}
  const answer = shortAnswerOf(record)
  const none = said`${answer === null && 'No income in the answer'}`
  return {
    summary: separated([none, withInputs(record)], ' · '),
    ...noReceipt,
    likeness: { ...unknownLikeness, file },
    ...runsOf(record),
    ...(forAll && { forAll }),
    ...(forAllRun && { forAllRun }),
    ...((name !== '' || note !== '') && { scenario: { name, note } }),
    ...(answer && { answer }),
    ...(!changesNothing(record) && { changed: true as const }),
    found: [
      ...(profile?.accounts ?? []).flatMap(wordsOf),
      ...reading.accountMappings.map(({ planId }) => planId),
    ],
  }
}

const ofCase = (record: SavedCaseInformation) => {
  const { lifeExpectancyAge } = record.reading
  const claims = shortClaimsOf(record)
  const none = claims === null ? 'No figures in the answer' : ''
  const summary: Said =
    lifeExpectancyAge === null ? said`${none}` : [`life expectancy ${lifeExpectancyAge}`]
  return { ...noReceipt, ...runsOf(record), summary, ...(claims && { claims }), found: [] }
}

const ofReport = ({ fileName, handedOver }: KeptReport) => ({
  ...noReceipt,
  summary: [`${fileName}, ${handedOver}`],
  found: [],
})

/** What people said and wrote about a submission, and the list that it came from. */
const saidIn = (record: SavedRecord): readonly (string | undefined)[] => {
  if (record.kind !== 'receipt') return []
  const { reason, overrideReason, call, wrapUp, list, explanation } = record
  return [
    ...[reason, overrideReason, call?.reasonText, call?.note],
    ...[wrapUp?.dispositionText, wrapUp?.note, record.settled === null ? '' : explanation],
    list === null ? '' : listInWords(list),
  ]
}

/** Maximum length of a note in the search text, characters. */
const longestSaid = 2000
/**
 * Maximum length of a number in the search text, characters: every list of records carries the number, and a service
 * may make it any length.
 */
const longestFound = 200

/**
 * One line about a saved record. A forecast's line has a short form of the answer, because the line is permanent but
 * the settings for units and markets may change; a list shows the incomes by the current settings.
 */
export const summaryLineOf = (record: SavedRecord): RecordSummary => {
  const { id, kind, savedAt, environment, subject, tags = [] } = record
  const { found, ...line } =
    record.kind === 'receipt'
      ? ofReceipt(record)
      : record.kind === 'caseInformation'
        ? ofCase(record)
        : record.kind === 'report'
          ? ofReport(record)
          : ofForecast(record)
  const numbers: readonly (string | undefined)[] = found
  /** Search text beyond the line on screen: receipt and transaction numbers, plans, reasons, notes, lists; see `searchKey`. */
  const foundBy = [
    ...new Set([
      ...numbers.map((text = '') => text.slice(0, longestFound)),
      ...saidIn(record).map((text = '') => text.slice(0, longestSaid)),
    ]),
  ]
    .filter(Boolean)
    .map(searchKey)
    .join(' ')
  const doubts =
    record.kind === 'receipt'
      ? record.doubts
      : record.kind === 'report'
        ? []
        : doubtsInResult(record)
  return {
    ...{ id, kind, savedAt, environment, subject, foundBy, ...line },
    ...(tags.length > 0 && { tags }),
    ...(doubts.length > 0 && { doubts: [...doubts] }),
  }
}
