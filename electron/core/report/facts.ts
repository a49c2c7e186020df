import type { ReadAs } from '#shared/express/read-as.ts'
import type { ReportRequest } from '#shared/report/channels.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { lastMade, type SavedForecast } from '#shared/records/saved.ts'
import { maskReceipt } from '#shared/receipt/mask.ts'
import { forecastMasks } from '#shared/receipt/mask-forecast.ts'
import type { Advisor, Logo } from '#shared/report/report-settings.ts'
import { changesNothing } from '#shared/strategy/claim-approximation.ts'
import { leverPhrases, sayAll } from '#shared/strategy/lever-phrases.ts'
import { sentForecastOf } from '#shared/strategy/changes/sent-strategy.ts'
import { rulesOf } from '#shared/strategy/changes/rules-of-law.ts'
import { strategiesInYears } from '#shared/strategy/read-as.ts'
import { doubtsInResult } from '#shared/strategy/doubts-in-result.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import type { enrolledOf } from '#shared/receipt/enrolled.ts'
import { leadingStrategy } from '#shared/strategy/statement/words/client-words.ts'
import type { MarketChoice } from '#shared/strategy/statement/incomes.ts'
import { eachOnce, type FigureWriter } from '#shared/strategy/statement/said.ts'
import { sideOf, type Sent, type Side } from '#shared/strategy/statement/side.ts'
import {
  ownStrategy,
  statementOf,
  strategyIn,
  type Rules,
  type StrategyStatement,
} from '#shared/strategy/statement/statement.ts'
import { numbered } from '#shared/text/file-name.ts'
import { planPhrases } from './choice.ts'
import { createWriter, day } from './figures.ts'
import { createNotes } from './noted-figures.ts'
import { plainText } from './printed.ts'
import { sentName } from './sent.ts'

export interface ReportInput extends Readonly<
  Pick<ReportRequest, 'goalMonth' | 'parts' | 'paper' | 'masked' | 'withNote'>
> {
  readonly today: SavedForecast | null
  readonly plan: SavedForecast | null
  /** Other forecasts with inputs, shown next to the plan, each with the units of its amounts. */
  readonly compared: readonly { readonly saved: SavedForecast; readonly readAs: ReadAs }[]
  /**
   * Units of the amounts in each answer, and whose setting gives the units, as words to follow “the
   * setting of”.
   */
  readonly readAs: { readonly today: ReadAs; readonly plan: ReadAs; readonly source: string }
  /**
   * The submissions that still apply (newest first), the number of others, and the enrollment that
   * an opt-out ended.
   */
  readonly receipts: {
    readonly standing: readonly Receipt[]
    readonly more: number
    readonly ended: ReturnType<typeof enrolledOf>['ended']
  }
  /**
   * The submission that the report is about instead of the chosen forecast, with the forecast that
   * was reviewed for it; null if no submission was carried out after the chosen forecast.
   */
  readonly sent: { readonly receipt: Receipt; readonly reviewed: SavedForecast | null } | null
  readonly choice: MarketChoice
  /** Percent of pay to use as the goal if nothing else gives one. */
  readonly shareOfPay: number
  /** The year of the savings limits on the day of the answers, in words. */
  readonly limits: string
  readonly firmName: string
  readonly advisor: Advisor
  readonly disclosure: string
  readonly logo: Logo | null
  readonly madeAt: string
}

export type Role = StrategyStatement['role']

const roleNames: Readonly<Record<Role, string>> = {
  today: 'Today',
  plan: 'What you chose',
  recommended: 'Recommended',
}

/**
 * The name that the advisor gave the scenario, otherwise a list of its changes: `Retiring at 67 and
 * saving 12%`.
 */
export const scenarioName = (saved: SavedForecast): string =>
  saved.scenario?.name || plainText(sayAll(leverPhrases(saved)))

const daysOf = (all: readonly SavedForecast[]): string => {
  const [first = '', ...later] = new Set(all.map(lastMade).toSorted().map(day))
  const last = later.at(-1)
  return last === undefined ? `on ${first}` : `from ${first} to ${last}`
}

/**
 * Returns the input with identifiers masked, before any figure is computed from it, and a function
 * that masks other texts. If nothing is to be masked, both leave texts unchanged.
 */
const masking = (input: ReportInput) => {
  const { today, plan, compared, sent } = input
  if (!input.masked) return { input, mask: (text: string) => text }
  const answer = sent?.receipt.forecast ?? null
  const all = [
    today,
    plan,
    ...compared.map(({ saved }) => saved),
    sent?.reviewed ?? null,
    sent && answer && { subject: sent.receipt.subject, reading: answer },
  ]
  const { forecast, reading, inputs, text } = forecastMasks(all.filter((each) => each !== null))
  return {
    mask: text,
    input: {
      ...input,
      today: today && forecast(today),
      plan: plan && forecast(plan),
      compared: compared.map((each) => ({ ...each, saved: forecast(each.saved) })),
      sent: sent && {
        receipt: {
          ...sent.receipt,
          inputs: inputs(sent.receipt.inputs),
          forecast: answer && reading(answer),
          recommended: maskReceipt(sent.receipt).recommended,
        },
        reviewed: sent.reviewed && forecast(sent.reviewed),
      },
    },
  }
}

/** Gathers everything that a report draws; `wrote` is called with each figure that is written. */
export const factsOf = (given: ReportInput, wrote?: FigureWriter['wrote']) => {
  const { input, mask } = masking(given)
  const { today, choice, shareOfPay, readAs, sent } = input
  const noted = createNotes()
  const { write, tell } = createWriter((figure, text) => {
    noted.note(figure)
    wrote?.(figure, text)
  })
  const main = sent?.reviewed ?? input.plan ?? today ?? input.compared[0]?.saved
  if (main === undefined) throw new Error('a report needs a forecast')
  // After a submission, the report shows the values that were sent, not the forecast that they came
  // from.
  const carriedOut =
    sent &&
    sentForecastOf(sent, main, { plain: today, isShown: input.plan?.id === sent.reviewed?.id })
  const plan = sent === null ? input.plan : (carriedOut?.saved ?? null)
  const beside = [...(plan === null ? [] : [plan]), ...input.compared.map(({ saved }) => saved)]
  const all = [...(today === null ? [] : [today]), ...beside]
  const mappings = [
    ...new Map(
      all
        .flatMap(({ reading }) => reading.accountMappings)
        .map((mapping) => [mapping.accountId, mapping]),
    ).values(),
  ]

  const unitsFor = (saved: Sent): ReadAs =>
    saved.id === today?.id
      ? readAs.today
      : (input.compared.find((each) => each.saved.id === saved.id)?.readAs ?? readAs.plan)
  const rules: Rules = {
    choice,
    shareOfPay,
    unitsOf: (saved) => ({ readAs: unitsFor(saved), source: readAs.source }),
  }
  const typedGoal = input.goalMonth
  const offered = carriedOut?.offered ?? plan ?? main
  const strategyNames = sent === null ? roleNames : { ...roleNames, plan: sentName(sent.receipt) }
  const baseName = changesNothing(offered)
    ? roleNames.today
    : sent === null
      ? roleNames.plan
      : 'What you tried'
  const statement = statementOf(
    {
      saved: carriedOut?.offered ?? plan ?? (sent === null ? main : (today ?? main)),
      today,
      typedGoal,
      plan: carriedOut ?? undefined,
      names: strategyNames,
    },
    rules,
    mappings,
  )
  // If no answer has figures for the submission, the report shows none for it. The recommendation's figures never stand
  // in for them.
  const rows = statement.strategies.filter(
    ({ role }) => role === 'today' || sent === null || plan !== null,
  )

  const sideIn = (role: Role): Side | null => strategyIn(statement, role)?.side ?? null
  const pair = pickPair(offered.reading.strategies)
  const names = numbered(beside.map((saved) => scenarioName(saved)))
  const scenarios = beside.map((saved, index) => {
    const isChosen = saved === plan
    return {
      /**
       * The name that the advisor gave the scenario, otherwise a list of its changes. No two names
       * are the same.
       */
      name: names[index] ?? '',
      saved,
      isChosen,
      /** Null if the answer has no Current strategy. */
      row: isChosen
        ? ownStrategy({ strategies: rows })
        : ownStrategy(statementOf({ saved, today, typedGoal, names: roleNames }, rules, mappings)),
    }
  })
  const offeredClaim = rows.some(({ role }) => role === 'recommended') ? offered.claim : undefined
  return {
    ...input,
    write,
    tell,
    /** Like `write`, for figures that the report has already explained. */
    writeAlike: createWriter(wrote).write,
    noted,
    main,
    plan,
    /** What each strategy is called. */
    names: strategyNames,
    /** The strategies by role; null where there is none. */
    sides: {
      today: sideIn('today'),
      plan: plan === null ? null : sideIn('plan'),
      recommended: sideOf('recommended', offered, pair.revised, rules.unitsOf),
    },
    rows,
    unitsOf: rules.unitsOf,
    /** The chosen scenario first, then the others. */
    scenarios,
    goal: statement.goal,
    pay: statement.pay,
    mask,
    mappings,
    lead: leadingStrategy(rows),
    phrases:
      plan === null
        ? []
        : planPhrases(
            strategyIn({ strategies: rows }, 'plan'),
            strategyIn(statement, 'today'),
            plan,
            mappings,
          ),
    /** The forecast whose Revised strategy is the recommendation. */
    offered,
    /** Everything that was tried for that forecast, which the client chose and the service did not recommend. */
    tried: leverPhrases(offered),
    /**
     * The strategy that the recommendation is compared with, so that the difference is what the service adds: with
     * the same tried inputs, otherwise today’s.
     */
    base: changesNothing(offered)
      ? strategyIn(statement, 'today')
      : ownStrategy(
          statementOf(
            { saved: offered, today, typedGoal, names: { ...roleNames, plan: baseName } },
            rules,
            mappings,
          ),
        ),
    baseName,
    /** What the service recommends if nothing is tried. */
    fromToday: sideOf(
      'recommended',
      today,
      pickPair(today?.reading.strategies ?? []).revised,
      rules.unitsOf,
    ),
    /** The tried claim age of the chosen scenario, otherwise of the recommendation shown beside it. */
    claim: scenarios.find(({ isChosen }) => isChosen)?.saved.claim ?? offeredClaim,
    /** Sentences about what the law does to today’s savings. */
    todaysRules:
      today === null
        ? []
        : rulesOf(
            {
              ...today,
              reading: {
                ...today.reading,
                strategies: [...strategiesInYears(today.reading.strategies, readAs.today)],
              },
            },
            today.profile,
          ),
    /** Every tried claim age in the report, each once. */
    claims: [
      ...new Map(
        [...scenarios.map(({ saved }) => saved.claim), offeredClaim].flatMap((claim) =>
          claim === undefined ? [] : [[`${claim.age} ${claim.benefit}`, claim] as const],
        ),
      ).values(),
    ],
    /** Words such as `on November 27, 2026`, or from the first day to the last; the assumptions give the times. */
    madeOn: daysOf(all),
    simulated: main.environment.kind === 'training',
    /** Warnings about why the figures may be wrong. */
    doubts: eachOnce(all.flatMap(doubtsInResult)),
  }
}
export type ReportFacts = ReturnType<typeof factsOf>

export const rowOf = ({ rows }: Pick<ReportFacts, 'rows'>, role: Role): StrategyStatement | null =>
  strategyIn({ strategies: rows }, role)
