import type { ReadAs } from '#shared/ipc/environment-views.ts'
import type { ReportPart } from '#shared/ipc/report-channels.ts'
import type { Receipt, SavedForecast } from '#shared/ipc/views.ts'
import type { Strategy } from '#shared/express/reading.ts'
import { identifiersOfForecast, maskerFor } from '#shared/receipt/mask.ts'
import type { Logo, Paper } from '#shared/report/report-settings.ts'
import { leadingRow } from '#shared/strategy/client-words.ts'
import { alikeOf } from '#shared/strategy/claim-approximation.ts'
import { claimWords, leverPhrases } from '#shared/strategy/outlook-words.ts'
import {
  needOfAll,
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

/** Everything a report is made from. */
export interface ReportInput {
  readonly today: SavedForecast | null
  readonly plan: SavedForecast | null
  /** What the amounts of either answer are read as, and where that comes from, fit to follow “the setting of”. */
  readonly readAs: { readonly today: ReadAs; readonly plan: ReadAs; readonly source: string }
  /** Receipts of the participant that came after today's forecast. */
  readonly receipts: readonly Receipt[]
  /** Dollars a month; null where the advisor entered none. */
  readonly needMonth: number | null
  readonly parts: readonly ReportPart[]
  readonly paper: Paper
  readonly masked: boolean
  /** Whether the note of the scenario is printed. */
  readonly withNote: boolean
  readonly choice: MarketChoice
  /** Percent of salary that counts as the need where nobody says more. */
  readonly shareOfSalary: number
  readonly firmName: string
  readonly disclosure: string
  readonly logo: Logo | null
  /** When the report is made. */
  readonly madeAt: string
}

export type Role = OutlookRow['role']

/** What each row is called on paper. */
export const roleNames: Readonly<Record<Role, string>> = {
  today: 'Today',
  plan: 'What you chose',
  recommended: 'Recommended',
}

/** The input, read: strategies by the part they play, the outlook, and whom it is about. */
export interface ReportFacts extends ReportInput {
  /** The forecast that is not missing; the one with the choice where both are there. */
  readonly main: SavedForecast
  readonly strategies: Readonly<Record<Role, Strategy | null>>
  readonly mappings: readonly AccountMapping[]
  readonly rows: readonly OutlookRow[]
  readonly lead: OutlookRow | null
  readonly need: Need | null
  /** What was chosen, one phrase each. */
  readonly phrases: readonly string[]
  /** What a claim age in the choice is, in sentences; none where none was tried. */
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

/** Reads the input; null where neither forecast is there. */
export const factsOf = (input: ReportInput): ReportFacts | null => {
  const main = input.plan ?? input.today
  if (main === null) return null
  const pairOf = (side: 'today' | 'plan') =>
    pickPair(strategiesInYears(input[side]?.reading.strategies ?? [], input.readAs[side]))
  const [before, after] = [pairOf('today'), pairOf('plan')]
  const strategies = {
    today: before.current,
    plan: after.current,
    recommended: input.plan === null ? before.revised : after.revised,
  }
  const all = [strategies.today, strategies.plan, strategies.recommended]
  const salary = salaryForNeed(input.today, input.plan)
  const need = needOfAll(all, {
    asked: input.needMonth,
    salary,
    shareOfSalary: input.shareOfSalary,
  })
  const claim = input.plan?.claim
  const typicalOf = (strategy: Strategy | null): number | null =>
    strategy === null ? null : (outlookOf(strategy, input.choice).typical?.month ?? null)
  const planAge = input.plan?.inputs.RetirementAge ?? null
  const alike =
    input.plan === null ? undefined : alikeOf(input.plan, strategies.today, input.readAs.plan)
  const rows = outlookRows({
    ...{ ...strategies, planAge, need, choice: input.choice },
    ...(alike === undefined ? {} : { comparedWith: alike }),
  })
  return {
    ...input,
    main,
    strategies,
    mappings: mappingsOf([input.today, input.plan]),
    rows,
    lead: leadingRow(rows),
    need,
    phrases: input.plan === null ? [] : leverPhrases(input.plan, { dollars, percent }),
    approximation:
      claim === undefined
        ? []
        : claimWords(
            claim,
            {
              asIs: typicalOf(strategies.today),
              alike: typicalOf(alike ?? null),
            },
            { dollars, percent },
          ),
    salary,
    simulated: main.environment.kind === 'training',
    mask: input.masked
      ? maskerFor(
          [input.today, input.plan].flatMap((saved) =>
            saved === null ? [] : identifiersOfForecast(saved),
          ),
        )
      : (text) => text,
  }
}

/** What a picture by age is drawn from. */
export interface Pictured {
  readonly role: Role
  readonly strategy: Strategy
}

/**
 * The strategy whose course by age agrees with the headline: the leading one, except where its answer retires at another age
 * than was chosen. Then the recommended one, which retires at the age asked for; null where none fits.
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
