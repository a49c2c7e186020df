import { eachAtOnce } from '#shared/each-at-once.ts'
import { submissionNamed } from '#shared/express/operations.ts'
import { once } from '#shared/late.ts'
import { plainTitle } from '#shared/receipt/plain-words.ts'
import { inUtc, settledOf, settledWords } from '#shared/receipt/settled.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { LineIncomes, RecordSummary, SavedRecord } from '#shared/records/record.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { ok, type Result } from '#shared/result.ts'
import { changesNothing } from '#shared/strategy/claim-approximation.ts'
import { incomeWords } from '#shared/strategy/outlook/outlook-words.ts'
import { outlookRows } from '#shared/strategy/outlook/outlook.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { isLostForGood } from '../record-file.ts'

const plansOf = (record: SavedRecord): readonly string[] => {
  switch (record.kind) {
    case 'receipt':
      return record.plans.flatMap(({ planId, planType }) => [planId, planType])
    case 'forecast':
    case 'forecastCurrent':
      return [
        ...(record.profile?.accounts ?? []).flatMap(({ planId, planType }) => [planId, planType]),
        ...record.reading.accountMappings.map(({ planId }) => planId),
      ]
    case 'caseInformation':
      return []
  }
}

const numbersOf = (record: SavedRecord): readonly string[] => {
  if (record.kind !== 'receipt') return []
  const { receiptNumber, submissionId, result } = record
  const transactions = [
    result?.transactionId,
    result?.clientTransactionId,
    result?.rkTransactionId,
    settledOf(record)?.transactionId,
  ]
  return [receiptNumber, submissionId, ...transactions.filter((each) => each !== undefined)]
}

/** Search text beyond the line on screen: receipt and transaction numbers, plans; in lower case. */
const foundByOf = (record: SavedRecord): string =>
  [...new Set([...numbersOf(record), ...plansOf(record)])]
    .filter((each) => each !== '')
    .join(' ')
    .toLowerCase()

interface Searched {
  list(): Promise<Result<readonly RecordSummary[]>>
  readonly open: (id: string) => Promise<Result<SavedRecord>>
}

const openedAtOnce = 8

/**
 * Finds saved records by their numbers and plans: for each word, the ids of the records that contain it in any case.
 * The words are in the sealed header. An earlier version's record without them is opened once, and its words stay in
 * memory; they are never written.
 */
export const createSearch = (savedRecords: Searched) => {
  /** Words of older records: a summary stays the same object until its record changes. */
  const opened = new WeakMap<RecordSummary, string>()

  const openOlder = async (items: readonly RecordSummary[]): Promise<void> => {
    const older = items.filter((item) => item.foundBy === null && !opened.has(item))
    await eachAtOnce(older, openedAtOnce, async (item) => {
      const record = await savedRecords.open(item.id)
      if (record.ok) opened.set(item, foundByOf(record.value))
      // The next search tries a record again that only cannot be opened now.
      else if (isLostForGood(record.error)) opened.set(item, '')
    })
  }

  return async (words: readonly string[]): Promise<Result<string[][]>> => {
    const items = await savedRecords.list()
    if (!items.ok) return items
    await openOlder(items.value)
    const texts = items.value.map(
      (item) => [item.id, item.foundBy ?? opened.get(item) ?? ''] as const,
    )
    return ok(
      words.map((word) =>
        texts.flatMap(([id, text]) => (text.includes(word.toLowerCase()) ? [id] : [])),
      ),
    )
  }
}

const dollars = once(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 0,
    }),
)

/** Markets of the one figure that represents a strategy in a line. */
const typical = { cautious: 10, typical: 50 }

const incomesOf = (record: SavedForecast): LineIncomes | undefined => {
  const { current, revised } = pickPair(record.reading.strategies)
  const isToday = changesNothing(record)
  const rows = outlookRows({
    today: isToday ? current : null,
    plan: isToday ? null : current,
    planAge: record.inputs.RetirementAge ?? null,
    recommended: revised,
    need: null,
    choice: typical,
  }).flatMap(({ role, outlook }) =>
    outlook.typical === null
      ? []
      : [{ role, amount: outlook.typical.month * 12, between: outlook.typical.between }],
  )
  if (rows.length === 0) return undefined
  const period = record.readAs?.sustainableIncome ?? 'year'
  return { rows, period, then: withInputs(record) }
}

const forecastLine = (record: SavedForecast): string => {
  const incomes = incomesOf(record)
  const { RetirementAge: age } = record.inputs
  const at = age === undefined || record.reading.strategies.length === 0 ? '' : ` at ${age}`
  return incomes === undefined
    ? `No income${at} in the answer${withInputs(record)}`
    : `${incomeWords(incomes.rows, (amount) => dollars().format(amount))}${incomes.then}`
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
 * line is permanent and the setting for units may change; a list reads {@link LineIncomes} by that setting.
 */
export const summaryOf = (record: SavedRecord): string => {
  if (record.kind === 'receipt') return receiptLine(record)
  if (record.kind !== 'caseInformation') return forecastLine(record)
  const { socialSecurity, lifeExpectancyAge } = record.reading
  const benefits = socialSecurity
    .filter(({ age, amount }) => age !== null && amount !== null)
    .map(({ age, amount }) => `${dollars().format(amount ?? 0)} at ${age}`)
    .slice(0, 2)
  const expectancy = lifeExpectancyAge === null ? [] : [`life expectancy ${lifeExpectancyAge}`]
  return [...benefits, ...expectancy].join(', ') || 'No figures in the answer'
}

const fileOf = (record: SavedRecord): string =>
  'fileSha256' in record ? (record.fileSha256 ?? '') : ''

const saidOf = (record: SavedRecord): Pick<RecordSummary, 'scenario'> => {
  if (!('scenario' in record) || record.scenario === undefined) return {}
  const { name, note } = record.scenario
  return name === '' && note === '' ? {} : { scenario: { name, note } }
}

const linesIncomes = (record: SavedRecord): Pick<RecordSummary, 'incomes'> => {
  if (record.kind !== 'forecast' && record.kind !== 'forecastCurrent') return {}
  const incomes = incomesOf(record)
  return incomes === undefined ? {} : { incomes }
}

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
  ...linesIncomes(record),
})
