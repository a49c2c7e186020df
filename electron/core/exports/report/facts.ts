import type { ReadAs } from '#shared/express/read-as.ts'
import type { ReportRequest } from '#shared/report/channels.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { Strategy } from '#shared/express/reading.ts'
import { identifiersOfForecast } from '#shared/receipt/mask.ts'
import { maskerFor } from '#shared/receipt/masker.ts'
import type { Advisor, Logo } from '#shared/report/report-settings.ts'
import { leadingRow } from '#shared/strategy/outlook/client-words.ts'
import { claimWords, leverPhrases, sayAll } from '#shared/strategy/outlook/outlook-words.ts'
import {
  needsOf,
  outlookRows,
  salaryForNeed,
  type MarketChoice,
  type Need,
  type OutlookRow,
} from '#shared/strategy/outlook/outlook.ts'
import { doubtsInResult } from '#shared/strategy/doubts-in-result.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import type { enrolledOf } from '#shared/receipt/enrolled.ts'
import { strategiesInYears } from '#shared/strategy/read-as.ts'
import { numbered } from '#shared/text/file-name.ts'
import { dollars, percent } from './figures.ts'
import { asForecast, sentName } from './sent.ts'

export interface ReportInput extends Readonly<
  Pick<ReportRequest, 'needMonth' | 'parts' | 'paper' | 'masked' | 'withNote'>
> {
  readonly today: SavedForecast | null
  readonly plan: SavedForecast | null
  /** Further forecasts with inputs beside the plan, each with the units of its amounts. */
  readonly compared: readonly { readonly saved: SavedForecast; readonly readAs: ReadAs }[]
  /** Units of the amounts of either answer, and their source, to follow “the setting of”. */
  readonly readAs: { readonly today: ReadAs; readonly plan: ReadAs; readonly source: string }
  /** What still stands of the submissions, newest first, how many more there are, and what an opt-out ended. */
  readonly receipts: {
    readonly standing: readonly Receipt[]
    readonly more: number
    readonly ended: ReturnType<typeof enrolledOf>['ended']
  }
  /**
   * The submission that the report is about in place of the chosen forecast, with the forecast that was reviewed for it;
   * null if nothing was carried out since the chosen one.
   */
  readonly sent: { readonly receipt: Receipt; readonly reviewed: SavedForecast | null } | null
  readonly choice: MarketChoice
  /** Percent of salary taken as the need if nothing else names one. */
  readonly shareOfSalary: number
  /** The year of the limits of savings on the day of the answers, in words. */
  readonly limits: string
  readonly firmName: string
  readonly advisor: Advisor
  readonly disclosure: string
  readonly logo: Logo | null
  readonly madeAt: string
}

export type Role = OutlookRow['role']

const roleNames: Readonly<Record<Role, string>> = {
  today: 'Today',
  plan: 'What you chose',
  recommended: 'Recommended',
}

/** The advisor's name for the scenario, else all its changes: `Retiring at 67 and saving 12%`. */
export const scenarioName = (saved: SavedForecast): string =>
  saved.scenario?.name || sayAll(leverPhrases(saved, { dollars, percent }))

export const factsOf = (input: ReportInput) => {
  const { today, choice, shareOfSalary, readAs, sent } = input
  const main = input.plan ?? today ?? input.compared[0]?.saved
  if (main === undefined) throw new Error('a report needs a forecast')
  // After it was carried out, the report is about what was sent, not about what was tried.
  const plan = sent === null ? input.plan : asForecast(sent, main)
  const pairOf = (saved: SavedForecast | null, how: ReadAs) =>
    pickPair(strategiesInYears(saved?.reading.strategies ?? [], how))
  const [before, after] = [pairOf(today, readAs.today), pairOf(plan, readAs.plan)]
  const strategies = {
    today: before.current,
    plan: after.current,
    recommended: (plan === null ? pairOf(main, readAs.plan) : after).revised,
  }
  const salary = salaryForNeed(today, plan)
  const beside = [
    ...(plan === null ? [] : [{ saved: plan, readAs: readAs.plan }]),
    ...input.compared,
  ]
  const all = [...(today === null ? [] : [today]), ...beside.map(({ saved }) => saved)]
  const mask = input.masked ? maskerFor(all.flatMap(identifiersOfForecast)) : (text: string) => text
  /** The outlook of `sides`, of which `saved` is the plan. */
  const outlookFor = (
    sides: Readonly<Record<Role, Strategy | null>>,
    saved: SavedForecast | null,
  ) => {
    const needs = needsOf(sides, { asked: input.needMonth, salary, shareOfSalary })
    const rows = outlookRows({
      ...sides,
      ...needs,
      planAge: saved?.inputs.RetirementAge ?? null,
      choice,
    })
    return { rows, need: needs.need }
  }
  const names = numbered(beside.map(({ saved }) => mask(scenarioName(saved))))
  const scenarios = beside.map(({ saved, readAs: how }, index) => {
    const strategy = pairOf(saved, how).current
    const sides = { today: strategies.today, plan: strategy, recommended: null }
    const { rows } = outlookFor(sides, saved)
    return {
      /** The advisor's name, else its changes; no two are the same. */
      name: names[index] ?? '',
      saved,
      isChosen: saved === plan,
      /** Sentences on its claim age; none if none was tried. */
      approximation:
        saved.claim === undefined ? [] : [claimWords(saved.claim, { dollars, percent })],
      strategy,
      /** Null if its answer has no Current strategy. */
      row: rowOf({ rows }, 'plan'),
    }
  })
  const { rows, need } = outlookFor(strategies, plan)
  // Nothing stands in for a submission that no answer has figures for, least of all what was recommended.
  const told = sent !== null && plan === null ? rows.filter(({ role }) => role === 'today') : rows
  const mappings = all.flatMap(({ reading }) => reading.accountMappings)
  return {
    ...input,
    main,
    plan,
    /** How each strategy is called. */
    names: sent === null ? roleNames : { ...roleNames, plan: sentName(sent.receipt) },
    strategies,
    rows: told,
    /** The chosen one first, then those beside it. */
    scenarios,
    need,
    salary,
    mask,
    mappings: [...new Map(mappings.map((mapping) => [mapping.accountId, mapping])).values()],
    lead: leadingRow(told),
    phrases: plan === null ? [] : leverPhrases(plan, { dollars, percent }),
    approximation: scenarios.find(({ isChosen }) => isChosen)?.approximation ?? [],
    simulated: main.environment.kind === 'training',
    /** What makes the figures doubtful, in sentences. */
    doubts: [...new Set(all.flatMap(doubtsInResult))].map(mask),
  }
}
export type ReportFacts = ReturnType<typeof factsOf>

export const rowOf = (
  { rows }: { readonly rows: readonly OutlookRow[] },
  role: Role,
): OutlookRow | null => rows.find((row) => row.role === role) ?? null

export const needFor = ({ rows, need }: ReportFacts, role: Role): Need | null =>
  rowOf({ rows }, role)?.need ?? need

export interface Pictured {
  readonly role: Role
  readonly strategy: Strategy
}

/**
 * The strategy whose course by age agrees with the headline: the leading one, unless its answer retires at another age
 * than the chosen one; then the recommended one; null if none fits.
 */
export const picturedOf = ({ lead, strategies, sent }: ReportFacts): Pictured | null => {
  const leading = lead?.role ?? 'recommended'
  // No other strategy is drawn in the name of what was sent.
  const order = sent === null ? ([leading, 'recommended', 'today'] as const) : [leading]
  for (const role of order) {
    const strategy = strategies[role]
    if (strategy === null) continue
    if (role === lead?.role && lead.outlook.retirementAge !== strategy.retirementAge) continue
    return { role, strategy }
  }
  return null
}

/** Why charts show `role` in place of the choice, in a sentence after a space; empty if they show the choice. */
export const undrawnWords = ({ lead, sent, names }: ReportFacts, role: Role): string => {
  if (lead?.role !== 'plan' || role === 'plan') return ''
  const age = lead.outlook.retirementAge ?? 'another age'
  return sent === null
    ? ` The answer draws only its two strategies, so what you chose, retiring at ${age}, has no chart; its income comes from the answer’s table of retirement ages.`
    : ` ${names.plan}, retiring at ${age}, has no chart: no answer of the service has its years. Its income comes from the answer’s table of retirement ages.`
}
