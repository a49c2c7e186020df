import type { ReadAs } from '#shared/express/read-as.ts'
import type { ReportPart } from '#shared/report/report-parts.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { Strategy } from '#shared/express/reading.ts'
import { identifiersOfForecast, maskerFor } from '#shared/receipt/mask.ts'
import type { Logo, Paper } from '#shared/report/report-settings.ts'
import { leadingRow } from '#shared/strategy/client-words.ts'
import { alikeOf } from '#shared/strategy/claim-approximation.ts'
import { claimWords, leverPhrases, sayAll } from '#shared/strategy/outlook-words.ts'
import {
  needsOf,
  outlookOf,
  outlookRows,
  salaryForNeed,
  type MarketChoice,
  type Need,
  type OutlookRow,
} from '#shared/strategy/outlook.ts'
import { pickPair, type AccountMapping } from '#shared/strategy/pick.ts'
import { strategiesInYears } from '#shared/strategy/read-as.ts'
import { dollars, percent } from './figures.ts'

/** The input of a report. */
export interface ReportInput {
  readonly today: SavedForecast | null
  readonly plan: SavedForecast | null
  /** Further forecasts with inputs beside the plan, each with the units of its amounts. */
  readonly compared: readonly { readonly saved: SavedForecast; readonly readAs: ReadAs }[]
  /** Units of the amounts of either answer, and their source, to follow “the setting of”. */
  readonly readAs: { readonly today: ReadAs; readonly plan: ReadAs; readonly source: string }
  /** The participant's receipts since today's forecast. */
  readonly receipts: readonly Receipt[]
  /** Dollars a month; null if the advisor entered none. */
  readonly needMonth: number | null
  readonly parts: readonly ReportPart[]
  readonly paper: Paper
  readonly masked: boolean
  /** Whether to print the notes of the scenarios. */
  readonly withNote: boolean
  readonly choice: MarketChoice
  /** Percent of salary taken as the need if nothing else names one. */
  readonly shareOfSalary: number
  readonly firmName: string
  readonly disclosure: string
  readonly logo: Logo | null
  /** Time of the report. */
  readonly madeAt: string
}

export type Role = OutlookRow['role']

/** Names of the rows on paper. */
export const roleNames: Readonly<Record<Role, string>> = {
  today: 'Today',
  plan: 'What you chose',
  recommended: 'Recommended',
}

/** One forecast with inputs: the client's choice, or one beside it. */
export interface ReportScenario {
  /** The advisor's name, else its changes; no two are the same. */
  readonly name: string
  readonly saved: SavedForecast
  readonly isChosen: boolean
  /** Sentences on its claim age; none if none was tried. */
  readonly approximation: readonly string[]
  readonly strategy: Strategy | null
  /** Null if its answer has no Current strategy. */
  readonly row: OutlookRow | null
}

/** The input after reading: strategies by role, the outlook, and the client. */
export interface ReportFacts extends ReportInput {
  /** The chosen forecast, else today’s, else the first beside them. */
  readonly main: SavedForecast
  readonly strategies: Readonly<Record<Role, Strategy | null>>
  readonly mappings: readonly AccountMapping[]
  readonly rows: readonly OutlookRow[]
  readonly lead: OutlookRow | null
  /** The chosen one first, then those beside it. */
  readonly scenarios: readonly ReportScenario[]
  readonly need: Need | null
  /** The chosen changes, one phrase each. */
  readonly phrases: readonly string[]
  /** Sentences on the choice's claim age; none if none was tried. */
  readonly approximation: readonly string[]
  readonly salary: number | null
  readonly simulated: boolean
  readonly mask: (text: string) => string
}

const mappingsOf = (saved: readonly (SavedForecast | null)[]): readonly AccountMapping[] => {
  const byAccount = new Map<string, AccountMapping>()
  for (const mapping of saved.flatMap((each) => each?.reading.accountMappings ?? []))
    byAccount.set(mapping.accountId, mapping)
  return [...byAccount.values()]
}

/** The advisor's name for the scenario, else all its changes: `Retiring at 67 and saving 12%`. */
export const scenarioName = (saved: SavedForecast): string =>
  saved.scenario?.name || sayAll(leverPhrases(saved, { dollars, percent }))

const unlike = (names: readonly string[]): readonly string[] =>
  names.map((name, index) => {
    const before = names.slice(0, index).filter((each) => each === name).length
    return before === 0 ? name : `${name} (${before + 1})`
  })

/** Reads the input; null without a forecast. */
export const factsOf = (input: ReportInput): ReportFacts | null => {
  const main = input.plan ?? input.today ?? input.compared[0]?.saved ?? null
  if (main === null) return null
  const pairOf = (side: 'today' | 'plan') =>
    pickPair(strategiesInYears(input[side]?.reading.strategies ?? [], input.readAs[side]))
  const [before, after] = [pairOf('today'), pairOf('plan')]
  const strategies = {
    today: before.current,
    plan: after.current,
    recommended: input.plan === null ? before.revised : after.revised,
  }
  const salary = salaryForNeed(input.today, input.plan)
  const needOptions = { asked: input.needMonth, salary, shareOfSalary: input.shareOfSalary }
  const needs = needsOf(strategies, needOptions)
  const { choice } = input
  const ageOf = (saved: SavedForecast | null): number | null => saved?.inputs.RetirementAge ?? null
  /** The base of changes for an approximated claim age; otherwise nothing. */
  const alikeFor = (saved: SavedForecast | null, readAs: ReadAs) => {
    const alike = saved === null ? undefined : alikeOf(saved, strategies.today, readAs)
    return alike === undefined ? {} : { comparedWith: alike }
  }
  const rows = outlookRows({
    ...{ ...strategies, ...needs, planAge: ageOf(input.plan), choice },
    ...alikeFor(input.plan, input.readAs.plan),
  })
  const typicalOf = (strategy: Strategy | null): number | null =>
    strategy === null ? null : (outlookOf(strategy, choice).typical?.month ?? null)
  const chosen = input.plan === null ? [] : [{ saved: input.plan, readAs: input.readAs.plan }]
  const beside = [...chosen, ...input.compared]
  const mask = input.masked
    ? maskerFor(
        [input.today, ...beside.map(({ saved }) => saved)].flatMap((saved) =>
          saved === null ? [] : identifiersOfForecast(saved),
        ),
      )
    : (text: string): string => text
  const names = unlike(beside.map(({ saved }) => mask(scenarioName(saved))))
  const scenarios = beside.map(({ saved, readAs }, index): ReportScenario => {
    const strategy = pickPair(strategiesInYears(saved.reading.strategies, readAs)).current
    const alike = alikeFor(saved, readAs)
    const sides = { today: strategies.today, plan: strategy, recommended: null }
    const own = { ...sides, ...needsOf(sides, needOptions), choice, ...alike }
    return {
      name: names[index] ?? '',
      saved,
      isChosen: saved === input.plan,
      approximation:
        saved.claim === undefined
          ? []
          : claimWords(
              saved.claim,
              { asIs: typicalOf(strategies.today), alike: typicalOf(alike.comparedWith ?? null) },
              { dollars, percent },
            ),
      strategy,
      row:
        outlookRows({ ...own, planAge: ageOf(saved) }).find(({ role }) => role === 'plan') ?? null,
    }
  })
  return {
    ...input,
    main,
    strategies,
    mappings: mappingsOf([input.today, ...beside.map(({ saved }) => saved)]),
    rows,
    lead: leadingRow(rows),
    scenarios,
    need: needs.need,
    phrases: input.plan === null ? [] : leverPhrases(input.plan, { dollars, percent }),
    approximation: scenarios.find(({ isChosen }) => isChosen)?.approximation ?? [],
    salary,
    simulated: main.environment.kind === 'training',
    mask,
  }
}

/** The need that a strategy is measured against. */
export const needFor = ({ rows, need }: ReportFacts, role: Role): Need | null =>
  rows.find((row) => row.role === role)?.need ?? need

/** The data of a chart by age. */
export interface Pictured {
  readonly role: Role
  readonly strategy: Strategy
}

/**
 * The strategy whose course by age agrees with the headline: the leading one, unless its answer retires at another age
 * than the chosen one. Then the recommended one, which retires at the requested age; null if none fits.
 */
export const picturedOf = ({ lead, strategies }: ReportFacts): Pictured | null => {
  const order = [lead?.role ?? 'recommended', 'recommended', 'today'] as const
  for (const role of order) {
    const strategy = strategies[role]
    if (strategy === null) continue
    if (role === lead?.role && lead.outlook.retirementAge !== strategy.retirementAge) continue
    return { role, strategy }
  }
  return null
}

/** Why charts show `role` in place of the choice, in a sentence after a space; empty if they show the choice. */
export const undrawnWords = ({ lead }: ReportFacts, role: Role): string =>
  lead?.role !== 'plan' || role === 'plan'
    ? ''
    : ` The answer draws only its two strategies, so what you chose, retiring at ${lead.outlook.retirementAge ?? 'another age'}, has no chart; its income comes from the answer’s table of retirement ages.`
