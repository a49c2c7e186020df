import { submissionNamed } from '#shared/express/operations.ts'
import { plainTitle } from '#shared/receipt/plain-words.ts'
import { inUtc, settledOf, settledWords } from '#shared/receipt/settled.ts'
import type { RecordSummary, SavedRecord } from '#shared/records/record.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { foundByOf } from './found-by.ts'
import type { ForecastReading, Percentile, Strategy } from '#shared/express/reading.ts'
import { once } from '#shared/late.ts'

const dollars = once(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 0,
    }),
)

/** The percentile nearest to 50, which represents the forecast in one line. */
const middle = (percentiles: readonly Percentile[]): Percentile | undefined =>
  percentiles.toSorted(
    (a, b) => Math.abs((a.percentage ?? 1e9) - 50) - Math.abs((b.percentage ?? 1e9) - 50),
  )[0]

const incomeOf = (strategy: Strategy | undefined): string | null => {
  const income = strategy && middle(strategy.percentiles)?.sustainableRetirementIncome
  return income === null || income === undefined ? null : dollars().format(income)
}

const forecastLine = ({ strategies }: ForecastReading): string => {
  const incomeFor = (type: string) =>
    incomeOf(strategies.find((strategy) => strategy.type === type))
  const current = incomeFor('Current')
  const revised = incomeFor('Revised')
  if (current !== null && revised !== null) return `${current} now, ${revised} revised`
  if (current !== null) return `${current} now`
  const first = incomeOf(strategies[0])
  if (first === null) return 'No income in the answer'
  return `${first}, ${strategies[0]?.type || 'strategy without a type'}`
}

/** The inputs of a forecast, to tell two forecasts of one participant apart; empty without inputs. */
const withInputs = ({ inputs, claim }: Pick<SavedForecast, 'inputs' | 'claim'>): string => {
  const {
    RetirementAge,
    Salary,
    SavingsRateDetails = [],
    PensionTypes = [],
    ExcludeSocialSecurity,
    ForecastType,
  } = inputs
  const rates = SavingsRateDetails.map(({ Value }) =>
    Value === undefined ? 'no rate' : `${Value}%`,
  )
  const given = [
    RetirementAge === undefined ? '' : `retirement age ${RetirementAge}`,
    Salary === undefined ? '' : `salary ${dollars().format(Salary)}`,
    rates.length === 0 ? '' : `savings ${rates.join(' + ')}`,
    PensionTypes.length === 0
      ? ''
      : `pensions ${PensionTypes.map(({ Amount }) => (Amount === undefined ? 'without an amount' : dollars().format(Amount))).join(' + ')}`,
    ExcludeSocialSecurity === undefined
      ? ''
      : `Social Security ${ExcludeSocialSecurity ? 'left out' : 'counted in'}`,
    claim === undefined ? '' : `Social Security claimed at ${claim.age} (approximation)`,
    ForecastType ?? '',
  ].filter((part) => part !== '')
  return given.length === 0 ? '' : ` · with ${given.join(', ')}`
}

/** `Enrollment accepted`; for a settled receipt, the person's finding. */
const receiptLine = (receipt: Receipt): string => {
  const settled = settledOf(receipt)
  if (settled === null) return plainTitle(receipt)
  const { noun } = submissionNamed(receipt.operation).receipt
  return `${noun}: ${inLine(settledWords(settled, inUtc))}`
}

const inLine = (sentence: string): string =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')

/**
 * One line about a saved record, with amounts as sent, at the percentile nearest to 50. It states no unit, because the
 * line is permanent and the setting for units may change.
 */
export const summaryOf = (record: SavedRecord): string => {
  if (record.kind === 'receipt') return receiptLine(record)
  if (record.kind !== 'caseInformation') return forecastLine(record.reading) + withInputs(record)
  const { socialSecurity, lifeExpectancyAge } = record.reading
  const benefits = socialSecurity
    .filter(({ age, amount }) => age !== null && amount !== null)
    .map(({ age, amount }) => `${dollars().format(amount ?? 0)} at ${age}`)
    .slice(0, 2)
  const expectancy = lifeExpectancyAge === null ? [] : [`life expectancy ${lifeExpectancyAge}`]
  return [...benefits, ...expectancy].join(', ') || 'No figures in the answer'
}

/** Digest of the participant's file behind a forecast; empty if unknown. */
const fileOf = (record: SavedRecord): string =>
  'fileSha256' in record ? (record.fileSha256 ?? '') : ''

/** Name and note of a scenario, if it has any. */
const saidOf = (record: SavedRecord): Pick<RecordSummary, 'scenario'> => {
  if (!('scenario' in record) || record.scenario === undefined) return {}
  const { name, note } = record.scenario
  return name === '' && note === '' ? {} : { scenario: { name, note } }
}

/** The record's line in lists. */
export const summaryLineOf = (record: SavedRecord): RecordSummary => ({
  id: record.id,
  kind: record.kind,
  savedAt: record.savedAt,
  environment: record.environment,
  subject: record.subject,
  summary: summaryOf(record),
  outcome: record.kind === 'receipt' ? record.outcome : null,
  foundBy: foundByOf(record),
  settled: record.kind === 'receipt' ? settledOf(record) : null,
  likeness:
    record.kind === 'receipt' ? record.likeness : { body: '', file: fileOf(record), service: '' },
  ...('forAll' in record && record.forAll ? { forAll: record.forAll } : {}),
  ...('forAllRun' in record && record.forAllRun ? { forAllRun: record.forAllRun } : {}),
  ...saidOf(record),
})
