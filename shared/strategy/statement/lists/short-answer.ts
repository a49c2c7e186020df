import type { Percentile, Strategy } from '../../../express/reading.ts'
import type { RecordSummary, ShortAnswer, ShortClaims } from '../../../records/record.ts'
import type { SavedCaseInformation, SavedForecast } from '../../../records/saved.ts'
import { pickPair } from '../../pick.ts'
import { planIn } from '../../plan-in.ts'
import { usualReadAs } from '../../read-as.ts'
import { sentClaims } from '../claims/claim-ages.ts'
import type { Figure } from '../../../figures/figure.ts'
import { said, separated, type Said } from '../said.ts'
import type { Role, SavedAnswer } from '../side.ts'
import { ownStrategy, roleNames, statementOf, type Rules, type Statement } from '../statement.ts'

/**
 * The short form of an answer, stored for the list of saved results. It is enough to show the
 * incomes under the current settings, with the same figures as the forecast screen.
 */

const nothing = { ages: new Float64Array(), values: new Float64Array() }
const noMix = { assets: [], riskLevel: '' }
const noSeries = {
  incomeSources: [],
  totalWealth: nothing,
  overallEndingBalance: nothing,
  taxes: nothing,
  accountBalance: [],
} as const satisfies Partial<Percentile>
const noLists = {
  advisableMixes: [],
  otherMixes: [],
  investmentSelections: [],
  balanceHistory: [],
  historicalScenarios: [],
  savingsRateDetail: [],
  accountSavingsRateDetail: [],
  csSellOffData: [],
  socialSecurity: [],
}

/** The strategy without its large parts: series, mixes and histories. Its incomes and its goal stay. */
export const withoutSeries = (strategy: Strategy): Strategy => ({
  ...strategy,
  ...noLists,
  percentiles: strategy.percentiles.map((entry) => ({ ...entry, ...noSeries, incomeSources: [] })),
})

/** Rules for use where no settings are available. */
const plainRules = ({ readAs, environment }: SavedForecast): Rules => ({
  choice: { poor: 10, average: 50 },
  shareOfPay: 70,
  unitsOf: () => ({ readAs: readAs ?? usualReadAs, source: environment.name }),
})

/**
 * The first age of each phase of the plan, or of Today without a plan; empty for a single phase.
 */
const phaseStarts = (statement: Statement): number[] => {
  const phases = ownStrategy(statement)?.phases('average') ?? []
  return phases.length < 2 ? [] : phases.map(({ from }) => from)
}

/** The short form of a forecast; `null` if it has no income. */
export const shortAnswerOf = (saved: SavedForecast): ShortAnswer | null => {
  const statement = statementOf({ saved, today: null, typedGoal: null }, plainRules(saved))
  const isKnown = statement.strategies.some(({ incomes }) => incomes.average !== null)
  if (!isKnown) return null
  const { inputs, claim, profile, readAs, reading } = saved
  const asked = inputs.RetirementAge
  return {
    inputs,
    ...(claim && { claim }),
    ...(readAs && { readAs }),
    firstName: profile?.firstName ?? '',
    phases: phaseStarts(statement),
    planIsRevised: planIn(saved) !== pickPair(reading.strategies).current,
    strategies: reading.strategies.map(({ type, retirementAge, percentiles }) => ({
      type,
      retirementAge,
      percentiles: percentiles.map((entry) => ({
        percentage: entry.percentage,
        income: entry.sustainableRetirementIncome,
        // The table is needed only if the requested retirement age is not the answer's own.
        ages:
          asked === undefined || asked === retirementAge
            ? []
            : entry.retirementIncomeAtVariousRetirementAges,
      })),
    })),
  }
}

const strategyOf = ({ type, retirementAge, percentiles }: ShortAnswer['strategies'][number]) =>
  ({
    ...noLists,
    type,
    rating: '',
    riskLevel: '',
    retirementAge,
    retirementSpouse: '',
    savingsRate: null,
    goalParticipant: null,
    goal: null,
    percentiles: percentiles.map(({ percentage, income, ages }) => ({
      ...noSeries,
      incomeSources: [],
      accountBalance: [],
      percentage,
      label: '',
      sustainableRetirementIncome: income,
      retirementIncomeAtVariousRetirementAges: ages,
    })),
    householdMix: noMix,
    overallMix: noMix,
    modelPortfolioIndex: null,
    savingsRateTaxableOverflow: null,
    savingsRateOverall: null,
    risOutput: null,
  }) satisfies Strategy

/** The short answer in the form that the statement takes. */
const answerOf = (
  { id, savedAt, environment, subject }: RecordSummary,
  { inputs, claim, firstName, strategies }: ShortAnswer,
): SavedAnswer => ({
  id,
  savedAt,
  environment,
  subject: { ...subject, name: firstName || subject.name },
  profile: null,
  inputs,
  claim,
  reading: {
    strategies: strategies.map(strategyOf),
    accountMappings: [],
    communicationXml: '',
    notes: [],
  },
})

export interface LineIncome {
  readonly role: Role
  /** Dollars a month in average markets; `null` for a strategy in phases, which has no single income. */
  readonly income: Figure | null
  /** The first age of each phase; empty for a single phase. */
  readonly phases: readonly number[]
}

/** The incomes for a line in the list of saved results; none for a line without an answer. */
export const lineIncomes = (item: RecordSummary, rules: Rules): readonly LineIncome[] => {
  const { answer } = item
  if (answer === undefined) return []
  const saved = answerOf(item, answer)
  const { revised } = pickPair(saved.reading.strategies)
  const plan =
    answer.planIsRevised && revised !== null ? { plan: { saved, strategy: revised } } : {}
  const statement = statementOf({ saved, today: null, typedGoal: null, ...plan }, rules)
  const own = ownStrategy(statement)
  return statement.strategies.flatMap((strategy): LineIncome[] => {
    const phases = strategy === own ? answer.phases : []
    const income = phases.length > 0 ? null : strategy.incomes.average
    return income === null && phases.length === 0 ? [] : [{ role: strategy.role, income, phases }]
  })
}

const incomeSaid = ({ role, income, phases }: LineIncome): Said =>
  income === null
    ? [`${roleNames[role]} in phases (${phases.map((age) => `from ${age}`).join(', ')})`]
    : said`${roleNames[role]} ${income}`

/** Words such as `Today $2,391, Recommended $2,609 a month in average markets`; empty without incomes. */
export const incomesSaid = (incomes: readonly LineIncome[]): Said =>
  incomes.length === 0
    ? []
    : said`${incomes.flatMap((each, index) => (index === 0 ? incomeSaid(each) : [', ', ...incomeSaid(each)]))}${incomes.some(({ income }) => income !== null) && ' a month in average markets'}`

/** Maximum number of rows that a line keeps, even if the service sends more. */
const mostClaims = 100
/** How many claim ages a line shows. */
const shownClaims = 2

/** The short form of Case information; `null` if it has no amount. */
export const shortClaimsOf = ({
  reading: { socialSecurity },
  readAs,
}: SavedCaseInformation): ShortClaims | null => {
  const rows = socialSecurity.slice(0, mostClaims)
  return rows.some(({ age, amount }) => age !== null && amount !== null)
    ? { ...(readAs && { readAs }), rows }
    : null
}

/**
 * Words such as `$20,100 a year at 62, $21,400 a year at 63`, under the current settings; empty if
 * there is no amount.
 */
export const claimsSaid = (item: RecordSummary, { unitsOf }: Rules): Said => {
  const { id, environment, claims } = item
  if (claims === undefined) return []
  const { readAs, rows: socialSecurity } = claims
  return separated(
    sentClaims(
      { id, environment, reading: { socialSecurity } },
      unitsOf({ id, environment, readAs }),
    )
      .flatMap(({ age, amount }) => (amount === null ? [] : [said`${amount} a year at ${age}`]))
      .slice(0, shownClaims),
    ', ',
  )
}
