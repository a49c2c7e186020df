import type { ForecastChanges, RateChange, Recommended } from '../../express/changes.ts'
import type { EnrollInputs } from '../../express/requests.ts'
import { identityKey } from '../../identity-key.ts'
import type { ParticipantProfile } from '../../participant/profile.ts'
import { lastMade, type SavedForecast } from '../../records/saved.ts'
import { kindOf } from '../../savings/answer-savings.ts'
import type { FileSavings } from '../../savings/file-savings.ts'
import { rulesSaid, type PersonRules } from '../../savings/saving-year.ts'
import { pickPair, type AccountMapping } from '../pick.ts'
import { strategiesInYears } from '../read-as.ts'
import type { Figure } from '../../figures/figure.ts'
import { givenFigure } from '../../figures/given.ts'
import { sharesInFile } from '../statement/file/file-accounts.ts'
import { savedByRows } from '../statement/file/file-savings.ts'
import { annuityOf } from '../statement/investments/annuity.ts'
import { stockWarnings } from '../statement/investments/company-stock.ts'
import { fundsOf } from '../statement/investments/funds.ts'
import { pointsBetween } from '../statement/make.ts'
import { signOf } from '../statement/said.ts'
import { unknownSaving } from '../statement/savings/savings.ts'
import { savingsBetween, type SavingsChange } from '../statement/savings/savings-change.ts'
import { retirementAgeIn } from '../statement/ages.ts'
import { sideOf, type SavedAnswer, type Side, type Units } from '../statement/side.ts'
import { isAccepted, recommendationOf, whyNotTaken, type RecommendedValue } from './accept-lines.ts'
import { loweredIn } from './cautions.ts'
import { rateChange } from './rate-change.ts'
import { isSameRate, isSameSaving } from './same-saving.ts'
import { savedToday, savingsOf } from './savings-from-today.ts'
import { otherSentBefore } from './sent-before.ts'
import { sentAge, sentPay, sentSaving } from './sent-values.ts'

type AccountChange = ForecastChanges['accounts'][number]

/** The strategies of the forecast as sides of a statement, with their savings. */
interface Shown {
  readonly current: Side | null
  readonly revised: Side | null
  readonly savings: SavingsChange
}

const partIn = ({ savings }: Shown, key: string) => savings.parts.find((part) => part.key === key)

/** True if `percent` equals the sent percent, apart from rounding. */
const isSent = (percent: number | null, sent: number) =>
  percent !== null && Math.abs(percent - sent) < 0.005

/** The starting value of a sent rate that Current does not give, which is the file's value. */
const fromFile = (
  profile: ParticipantProfile | null,
  file: FileSavings | null,
  today: ReturnType<typeof savedToday>,
): Pick<RateChange, 'today' | 'from'> =>
  profile === null || file === null || today === null
    ? { today: 'unknown', from: unknownSaving }
    : {
        today: today.isLimited ? 'limited' : 'file',
        from: savedByRows(profile, file, today.rules),
      }

/**
 * Each sent rate, with the value that it starts from: Current's, or the file's if Current holds a typed value. `to` is
 * the answer's figure if the answer was made for exactly this rate, otherwise the rate of `pay`.
 */
const sentRates = (
  sent: NonNullable<EnrollInputs['SavingsRateDetails']>,
  { file, savings }: ReturnType<typeof savingsOf>,
  shown: Shown,
  profile: ParticipantProfile | null,
  pay: Figure | null,
): RateChange[] =>
  sent.flatMap((rate): RateChange[] => {
    const { PlanId = '', SavingsType = '' } = rate
    const to = sentSaving(rate, pay)
    if (to.percent === null) return []
    const found = savings.find(
      ({ row }) =>
        identityKey(row.planId) === identityKey(PlanId) &&
        identityKey(row.type) === identityKey(SavingsType),
    )
    if (found === undefined) {
      const kind = kindOf({ type: SavingsType, isRoth: false })
      const isOnlyOne = new Set(sent.map((each) => each.PlanId)).size === 1
      const today = file && savedToday(file, PlanId, kind, isOnlyOne)
      return [{ account: PlanId, label: SavingsType, to, ...fromFile(profile, file, today) }]
    }
    const { row, value, isTyped, today } = found
    const part = partIn(shown, row.key)
    const percent = Number(rate.Value)
    const made = isSent(row.currentPercent, percent)
      ? part?.current
      : isSent(row.revisedPercent, percent)
        ? part?.revised
        : undefined
    const start = isTyped
      ? fromFile(profile, file, today)
      : { today: value.today, from: part?.current ?? unknownSaving }
    return [{ account: value.account, label: value.label, to: made ?? to, ...start }]
  })

/**
 * True if two figures look different to a reader. A side that does not list the fund holds none of
 * it.
 */
const changes = (from: Figure | null, to: Figure | null): boolean => {
  const points = pointsBetween(to, from)
  return points !== null && signOf(points) !== 0
}

/** The share of a fund on a side that does not list it. */
const notListed = (account: string, fund: string): Figure =>
  givenFigure(0, {
    id: `notListed/${account}/${fund}`,
    unit: 'percent',
    per: 'once',
    origin: { from: 'constant', what: '' },
    sentence: 'A fund that is not listed has no share of the account.',
    basis: 'Percent of the account.',
  })

const accountsOf = (
  { current, revised }: Shown,
  profile: ParticipantProfile | null,
  mappings: readonly AccountMapping[],
): AccountChange[] =>
  fundsOf({ current, revised }, mappings).map((account) => {
    const planId =
      mappings.find(({ accountId }) => accountId === account.accountId)?.planId ?? account.accountId
    const held = sharesInFile(profile, planId)
    // If the file knows none of the ids, the service and the file use different names for funds.
    const isKnown = held !== null && account.funds.some(({ id }) => held.has(identityKey(id)))
    const funds = account.funds.map(({ id, label, percent }) => ({
      id,
      name: label,
      from: isKnown ? (held.get(identityKey(id)) ?? null) : percent.current,
      to: percent.revised,
    }))
    const moved = funds.filter(({ from, to }) => changes(from, to))
    return {
      account: account.label,
      today: isKnown ? 'file' : 'forecast',
      funds: moved.map(({ from, to, ...fund }) => {
        const none = notListed(account.id, fund.id || fund.name)
        return { ...fund, from: from ?? none, to: to ?? none }
      }),
      staying: funds.length - moved.length,
      unread: account.currentTable !== null || account.revisedTable !== null,
    }
  })

/** Reasons why even a single value of the participant's has no line. */
const unsendable: ReadonlySet<string> = new Set([
  'sameName',
  'noName',
  'together',
  'range',
  'wholeYears',
])

type Line = Recommended['lines'][number]

/** A line of the recommendation with its figures. */
const shownLine = (
  kind: Line['kind'],
  values: readonly RecommendedValue[],
  became: Pick<Line, 'became' | 'why'>,
  shown: Shown,
): Line =>
  kind === 'age'
    ? {
        kind,
        ...became,
        values: values.map(({ label, today, from, to }) => ({
          account: '',
          label,
          today,
          from,
          to,
        })),
      }
    : { kind, ...became, values: values.map((value) => rateChange(value, shown.savings)) }

/** What `saved` recommends, and what happened to each line in the sent inputs. */
const recommendedIn = (
  saved: Parameters<typeof recommendationOf>[0],
  profile: ParticipantProfile | null,
  sent: EnrollInputs,
  law: PersonRules,
  shown: Shown,
): Omit<Recommended, 'cautions'> => {
  const { lines, notTaken, annuities, rules } = recommendationOf(saved, profile, law)
  // Current was computed with the typed rates. If those were not sent, the legal rules for Current
  // do not apply to the request.
  const isAsTyped = (saved.inputs.SavingsRateDetails ?? []).every((rate) =>
    (sent.SavingsRateDetails ?? []).some((each) => isSameRate(each, rate)),
  )
  const hasOther = ({ part }: (typeof lines)[number]) =>
    (part.RetirementAge === undefined || sent.RetirementAge !== undefined) &&
    (part.SavingsRateDetails ?? []).every((rate) =>
      (sent.SavingsRateDetails ?? []).some((each) => isSameSaving(each, rate)),
    )
  const becameOf = (line: (typeof lines)[number]) =>
    isAccepted(line, sent) ? 'sent' : hasOther(line) ? 'replaced' : 'notSent'
  const advice = shown.revised === null ? [] : (annuityOf(shown.revised)?.advice ?? [])
  return {
    lines: [
      ...lines.map((line) =>
        shownLine(line.kind, line.values, { became: becameOf(line), why: '' }, shown),
      ),
      ...notTaken
        .filter(({ why }) => unsendable.has(why))
        .map(({ kind, why, ...value }) =>
          shownLine(kind, [value], { became: 'notSent', why: whyNotTaken[why] }, shown),
        ),
    ],
    annuities: annuities.flatMap(({ index }) => {
      const one = advice[index]
      return one === undefined ? [] : [{ type: one.type, share: one.share, amount: one.amount }]
    }),
    rules: isAsTyped ? [...rules] : [],
  }
}

/**
 * What a submission with the inputs `sent` changes. These are savings rates and the retirement age,
 * each starting from today's value and never from a tried one, and the funds in a saved forecast,
 * which the service manages itself. Recommendations that are not sent are listed separately.
 * `units` says how dollars are converted to yearly amounts. `marks` has the person's earlier submissions, newest first.
 */
export const changesOf = (
  forecast: SavedAnswer & Pick<SavedForecast, 'said' | 'lastRunAt' | 'runs'>,
  profile: ParticipantProfile | null,
  units: Units,
  sent: Pick<EnrollInputs, 'SavingsRateDetails' | 'RetirementAge' | 'Salary'>,
  law: PersonRules = rulesSaid(forecast.said),
  marks: Parameters<typeof otherSentBefore>[1] = [],
): ForecastChanges => {
  const { id, savedAt, reading, inputs, claim } = forecast
  const strategies = [...strategiesInYears(reading.strategies, units.readAs)]
  const saved = { savedAt, inputs, reading: { ...reading, strategies } }
  const today = savingsOf(saved, profile, law)
  const { current, revised } = today
  const pair = pickPair(reading.strategies)
  const sides = {
    current: sideOf('today', forecast, pair.current, () => units),
    revised: sideOf('recommended', forecast, pair.revised, () => units),
  }
  const shown = {
    ...sides,
    savings: savingsBetween(sides.current, sides.revised, reading.accountMappings),
  }
  const age = current?.retirementAge ?? null
  // Current normally keeps the default retirement age. If it has the tried age, today's retirement
  // age is unknown.
  const isTriedAge = inputs.RetirementAge !== undefined && inputs.RetirementAge === age
  const rates = sentRates(
    sent.SavingsRateDetails ?? [],
    today,
    shown,
    profile,
    sentPay(sent, profile),
  )
  const before = otherSentBefore(sent.SavingsRateDetails ?? [], marks)
  const isAgeSent = inputs.RetirementAge === sent.RetirementAge
  return {
    kind: 'forecast',
    forecastId: id,
    madeAt: lastMade(forecast),
    ...(forecast.runs !== undefined && { runs: forecast.runs }),
    proposes: revised !== null,
    retirementAge: {
      today: isTriedAge ? 'unknown' : 'forecast',
      from: isTriedAge || sides.current === null ? null : retirementAgeIn(sides.current),
      to: sent.RetirementAge === undefined ? null : sentAge(sent.RetirementAge),
    },
    accounts: accountsOf(shown, profile, reading.accountMappings),
    savings: rates,
    ...(before.length > 0 && { sentBefore: before }),
    recommended: {
      ...recommendedIn(saved, profile, sent, law, shown),
      cautions: {
        lowered: loweredIn(rates),
        unsentAges: {
          retirement: isAgeSent || revised === null ? null : (inputs.RetirementAge ?? null),
          claim: revised === null ? null : (claim?.age ?? null),
        },
        stock: [...stockWarnings(fundsOf(sides, reading.accountMappings))],
      },
    },
    accountMappings: [...reading.accountMappings],
  }
}
