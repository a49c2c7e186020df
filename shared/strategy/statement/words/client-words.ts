import { planName } from '../../lever-phrases.ts'
import type { AccountMapping } from '../../pick.ts'
import type { SourceFigure, YearFigures } from '../years/course.ts'
import type { Figure } from '../../../figures/figure.ts'
import type { Gap, Goal } from '../goal.ts'
import type { Market } from '../incomes.ts'
import { sumOf } from '../make.ts'
import { isInPhases, type Phase } from '../years/phases.ts'
import {
  bare,
  byAmount,
  capitalized,
  enumerated,
  isSameAmount,
  paragraph,
  said,
  signOf,
  type Said,
} from '../said.ts'
import { differenceIn, phaseDifferencesIn, type StrategyStatement } from '../statement.ts'
import { ifMarkets, inMarkets, marketsApart, phaseIncome, phaseWords } from './advisor-words.ts'
import { startOf } from './chart-words.ts'

/**
 * A statement in the words that a client reads first: a sentence with the outcome, and below it a paragraph about average
 * markets and one about poor markets.
 */

interface ClientStoryInput {
  readonly strategies: readonly StrategyStatement[]
  readonly goal: Goal | null
  /** The client's choice in phrases, from `leverPhrases`; empty if nothing was chosen. */
  readonly phrases: readonly Said[]
  /** The name of the choice at the start of a sentence if it has no phrases. */
  readonly unnamed: string
  /** Accounts with names that the client knows, from `clientAccounts`. */
  readonly accounts: readonly AccountMapping[]
  /** Absent if the choice is the forecast that the recommendation was made for. */
  readonly offer?: Offer
}

/** The forecast that a recommendation was made for, if what was sent stands for the choice. */
export interface Offer {
  /** What was tried for that forecast, in phrases from `leverPhrases`; empty if nothing was. */
  readonly tried: readonly Said[]
  /** The strategy with exactly what was tried; the recommendation minus this strategy is what the service adds. */
  readonly base: StrategyStatement | null
  /** What the service recommends if nothing is tried, in a phrase; empty if that is the same or not known. */
  readonly fromToday: Said
}

/**
 * The main strategy of a report: the client's choice, otherwise the recommendation if it changes
 * anything, otherwise today.
 */
export const leadingStrategy = (
  strategies: readonly StrategyStatement[],
): StrategyStatement | null => {
  const known = (role: StrategyStatement['role']) =>
    strategies.find((each) => each.role === role && each.incomes.average !== null)
  const [plan, recommended, today] = [known('plan'), known('recommended'), known('today')]
  const changes = recommended?.differences
  const isChange =
    changes !== undefined &&
    (changes.average === null ||
      [changes.average, changes.poor].some((figure) => figure !== null && signOf(figure) !== 0))
  return plan ?? (isChange ? recommended : (today ?? recommended)) ?? null
}

interface Subject {
  readonly name: Said
  /** The name with every part listed, where `name` only counts the parts. */
  readonly whole: Said
  readonly many: boolean
}

const subjectOf = (
  { role }: StrategyStatement,
  { phrases, unnamed }: Pick<ClientStoryInput, 'phrases' | 'unnamed'>,
): Subject => {
  const named = (name: Said) => ({ name, whole: name, many: false })
  if (role === 'today') return named(['What you do today'])
  if (role === 'recommended') return named(['The recommended plan'])
  if (phrases.length === 0) return named([unnamed])
  const name = planName(phrases)
  return phrases.length > 2
    ? { name, whole: said`${name} (${enumerated(phrases)})`, many: true }
    : named(name)
}

/** The verb in the form that agrees with its subject. */
const verb = ({ many }: Subject, singular: string) =>
  many ? singular.replace(/(?<=reach)es$|s(?= |$)/, '') : singular

/** Joins parts: `a`, or `b and c`. */
const listed = (parts: readonly Said[], last = ' and '): Said =>
  parts.flatMap((part, index) =>
    index === 0 ? part : [index === parts.length - 1 ? last : ', ', ...part],
  )

/** Words such as `until 70` and `from 70 on`. */
const when = (phase: Phase, isFirst: boolean): string =>
  `${phaseWords(phase, isFirst)}${phase.until === null && !isFirst ? ' on' : ''}`

/**
 * Words such as `leaves you $566 a month short` or `reaches your goal with $54 a month to spare`;
 * `again` is true if the previous outcome was of the same kind.
 */
const outcome = (
  subject: Subject,
  { kind, figure }: Gap,
  { least = false, again = false }: { readonly least?: boolean; readonly again?: boolean } = {},
): Said =>
  kind === 'short'
    ? said`${!again && `${verb(subject, 'leaves')} you `}${least && 'up to '}${figure} ${!again && 'a month '}short`
    : kind === 'even'
      ? [`${verb(subject, 'reaches')} your goal`]
      : said`${!again && `${verb(subject, 'reaches')} your goal with `}${least && 'at least '}${figure} a month to spare`

const phaseOutcomes = (subject: Subject, phases: readonly Phase[]): Said =>
  listed(
    phases.map((phase, index) => {
      const time = when(phase, index === 0)
      const { gap, least } = phase
      if (gap === null)
        return said`${index === 0 && `${verb(subject, 'brings')} `}${phaseIncome(phase)} a month ${time}`
      const again = gap.kind === phases[index - 1]?.gap?.kind
      return said`${outcome(subject, gap, { least, again })} ${time}`
    }),
  )

/** True if a strategy reaches the goal in a market in all phases. */
const isEnough = ({ gaps, phases }: StrategyStatement, market: Market): boolean =>
  [gaps[market], ...phases(market).map(({ gap }) => gap)].every(
    (gap) => gap !== null && gap.kind !== 'short',
  )

/** What a strategy does to a gap that is there today too, such as `narrows the gap to $542 a month`. */
const gapChange = (subject: Subject, was: Figure, is: Figure): Said => {
  const to = byAmount(is, was)
  return isSameAmount(was, is)
    ? said`${verb(subject, 'leaves')} the gap at ${is} a month`
    : said`${verb(subject, to < 0 ? 'narrows' : 'widens')} the gap to ${is} a month`
}

const headlineOf = (
  strategy: StrategyStatement,
  today: StrategyStatement | undefined,
  subject: Subject,
): Said => {
  const { gaps, incomes } = strategy
  const phases = strategy.phases('average')
  if (isInPhases(phases))
    return said`${subject.name} ${phaseOutcomes(subject, phases)}, ${ifMarkets.average}.`
  if (gaps.average === null)
    return said`${subject.name} ${verb(subject, 'brings')} ${incomes.average} a month ${ifMarkets.average}.`
  const before =
    today !== undefined && !isInPhases(today.phases('average')) ? today.gaps.average : null
  if (strategy !== today && before?.kind === 'short' && gaps.average.kind === 'short')
    return said`${subject.name} ${gapChange(subject, before.figure, gaps.average.figure)} ${ifMarkets.average}.`
  const { average: difference } = strategy.differences
  const isLess = strategy !== today && difference !== null && signOf(difference) < 0
  if (isLess && before !== null && before.kind !== 'short' && gaps.average.kind !== 'short')
    return said`You already reach your goal. ${subject.name} ${change(subject, difference, '')} and ${verb(subject, 'leaves')} ${gaps.average.kind === 'even' ? 'nothing' : gaps.average.figure} to spare ${ifMarkets.average}.`
  const isSafe = gaps.average.kind !== 'short' && isEnough(strategy, 'poor')
  return isSafe
    ? said`${subject.name} ${verb(subject, 'reaches')} your goal, even ${ifMarkets.poor}.`
    : said`${subject.name} ${outcome(subject, gaps.average)} ${ifMarkets.average}.`
}

/**
 * A label inside a sentence, with a lower-case first letter; a name with several capitals keeps
 * them.
 */
const lowered = (label: string): string =>
  /[A-Z]/.test(label.slice(1)) ? label : label.charAt(0).toLowerCase() + label.slice(1)

const ordinals = ['second', 'third', 'fourth', 'fifth', 'sixth']

/** A numbered account, `401(k) 2`, as `second 401(k)`, so that no amount follows a number. */
const ordinal = (name: string, accounts: readonly AccountMapping[]): string => {
  const [, kind = '', number = ''] = /^(.+) (\d+)$/.exec(name) ?? []
  const word = ordinals[Number(number) - 2]
  return word !== undefined && accounts.some(({ planId }) => lowered(planId) === kind)
    ? `${word} ${kind}`
    : name
}

const sourceName = (
  { key, kind, label, figure }: SourceFigure,
  accounts: readonly AccountMapping[],
): string => {
  const account = accounts.find(({ accountId }) => key === `account/${accountId}`)
  if (kind === 'account' && figure.rule !== '') return 'savings outside your plans'
  if (kind === 'account')
    return account === undefined ? label : `your ${ordinal(lowered(account.planId), accounts)}`
  return kind === 'pension' && /^pension/i.test(label) ? `your ${lowered(label)}` : label
}

/** Maximum number of accounts that are named; with more, only their sum is given. */
const accountsNamed = 2

/** Words such as `Social Security $2,204 and your 401(k) $187`, minus tax if there is any. */
const sourcesWords = (
  { sources, tax, keeps }: YearFigures,
  accounts: readonly AccountMapping[],
) => {
  const paying = sources.filter(({ figure }) => signOf(figure) !== 0)
  const own = paying.filter(({ kind }) => kind === 'account')
  const together =
    own.length > accountsNamed
      ? sumOf(
          own.map(({ figure, label }) => [figure, label] as const),
          {
            id: `${keeps.id}/savings`,
            sentence: 'What all accounts pay a month.',
            basis: keeps.basis,
          },
        )
      : null
  const named = paying
    .filter((source) => together === null || !own.includes(source))
    .map((source): Said => said`${sourceName(source, accounts)} ${source.figure}`)
  const all = together === null ? named : [...named, said`your savings ${together}`]
  return said`${listed(all)}${tax && signOf(tax) !== 0 && said`, less ${tax} in tax`}`
}

/**
 * What pays a strategy's income at retirement, and from a tried claim age on, such as `at 65: your 401(k) $4,138; from
 * 70 on: Social Security $3,292 and your 401(k) $846`; empty without a later claim, or without yearly figures.
 */
export const claimSources = (
  strategy: StrategyStatement,
  accounts: readonly AccountMapping[],
): Said => {
  const { claim } = strategy.side.saved
  const course = strategy.course('average')
  const start = startOf(course)
  if (claim === undefined || course.kind !== 'yearly' || start === null) return []
  const [before, after] = [course.at(start), course.at(claim.age)]
  return before === null || after === null || claim.age <= start
    ? []
    : said`at ${start}: ${sourcesWords(before, accounts)}; from ${claim.age} on: ${sourcesWords(after, accounts)}`
}

const about = (figure: Figure): Said => said`${figure.about ? '' : 'about '}${figure}`

/**
 * What a client has today, and the sources that pay it in the first year, if the answer says so.
 */
const todaySentence = (
  today: StrategyStatement | undefined,
  accounts: readonly AccountMapping[],
): Said => {
  const income = today?.incomes.average ?? null
  if (today === undefined || income === null) return []
  const phases = today.phases('average')
  if (isInPhases(phases))
    return said`Today, in average markets, you would have ${listed(
      phases.map(
        (phase, index) =>
          said`${phase.least ? phaseIncome(phase) : about(phase.income)} a month ${when(phase, index === 0)}`,
      ),
    )}.`
  const course = today.course('average')
  const first = startOf(course)
  const year = course.kind === 'yearly' && first !== null ? course.at(first) : null
  const sentence = said`Today, in average markets, you would have ${about(income)} a month.`
  return year !== null && isSameAmount(year.keeps, income)
    ? said`${sentence} In the first year, at ${year.age}: ${sourcesWords(year, accounts)}.`
    : sentence
}

const whose = {
  today: 'today’s',
  plan: 'the plan’s',
  recommended: 'the recommended plan’s',
} as const

/** Words such as ` with these changes; today’s is $6,067` if a strategy has another goal; otherwise empty. */
export const goalApart = (strategies: readonly StrategyStatement[], goal: Goal): Said => {
  const others = strategies.flatMap(({ role, goal: own }) =>
    own === null || isSameAmount(own.figure, goal.figure) ? [] : [{ role, figure: own.figure }],
  )
  const changes = others.some(({ role }) => role === 'today') ? ' with these changes' : ''
  return said`${changes}${others.flatMap(({ role, figure }) => said`; ${whose[role]} is ${figure}`)}`
}

const goalSentence = (strategies: readonly StrategyStatement[], goal: Goal | null): Said => {
  if (goal === null) return ['Your goal in retirement is not known yet.']
  const { figure, ofPay, source } = goal
  if (source === 'shareOfPay')
    return ofPay === null
      ? said`Your goal is taken as ${figure} a month.`
      : said`Your goal is taken as ${ofPay} of your pay: ${figure} a month.`
  return said`Your goal is ${figure} a month${ofPay && said`, ${ofPay} of your pay`}${goalApart(strategies, goal)}.`
}

const change = (subject: Subject, difference: Figure, unchanged: string): Said => {
  const sign = signOf(difference)
  return sign === 0
    ? [verb(subject, unchanged)]
    : said`${verb(subject, sign > 0 ? 'adds' : 'takes away')} ${bare(difference)} a month`
}

/** Words such as `until 70 you would have $576 a month less than today, and from 70 on at least $609 a month more`. */
const phaseChanges = (strategy: StrategyStatement, market: Market): Said => {
  const differences = strategy.phaseDifferences(market)
  const parts = strategy.phases(market).flatMap((phase, index): Said[] => {
    const difference = differences[index] ?? null
    if (difference === null) return []
    const sign = signOf(difference)
    const amount =
      sign === 0
        ? said`the same as today`
        : said`${phase.least ? (sign > 0 ? 'at least ' : 'up to ') : ''}${bare(difference)} a month ${sign > 0 ? 'more' : 'less'} than today`
    return [said`${when(phase, index === 0)} ${index === 0 && 'you would have '}${amount}`]
  })
  return listed(parts, ', and ')
}

/** The change from today in average markets. */
const changeSentence = (strategy: StrategyStatement, subject: Subject): Said => {
  const { average } = strategy.differences
  if (isInPhases(strategy.phases('average'))) {
    const changes = phaseChanges(strategy, 'average')
    return changes.length === 0 ? [] : capitalized(said`${changes}.`)
  }
  return average === null
    ? []
    : said`${subject.whole} ${change(subject, average, 'leaves that income as it is')}.`
}

/** Words such as `$114 a month short`, phase by phase; empty if poor markets reach the goal. */
const shortInPoor = (strategy: StrategyStatement): Said => {
  const phases = strategy.phases('poor')
  if (isInPhases(phases))
    return listed(
      phases.flatMap((phase, index) =>
        phase.gap?.kind === 'short'
          ? [
              said`${phase.least ? 'up to ' : ''}${phase.gap.figure} a month short ${when(phase, index === 0)}`,
            ]
          : [],
      ),
    )
  const { poor } = strategy.gaps
  return poor?.kind === 'short' ? said`${poor.figure} a month short` : []
}

/** A sentence such as `In poor markets you would be $114 a month short.`; empty if poor markets reach the goal. */
const poorSentence = (strategy: StrategyStatement): Said => {
  const short = shortInPoor(strategy)
  return short.length === 0 ? [] : said`In poor markets you would be ${short}.`
}

/** A clause about a shortfall in poor markets, before and after; empty if there is none. */
const shortfallClause = (subject: Subject, before: Gap | null, after: Gap | null): Said => {
  const was = before?.kind === 'short' ? before.figure : null
  const is = after?.kind === 'short' ? after.figure : null
  if (is === null)
    return was === null ? [] : said` and ${verb(subject, 'closes')} the shortfall of ${was}`
  if (was === null) return said` and ${verb(subject, 'leaves')} you ${is} short`
  if (isSameAmount(was, is))
    return said` and ${verb(subject, 'leaves')} the shortfall of ${was} as it is`
  const narrows = byAmount(is, was) < 0
  return said` and ${verb(subject, narrows ? 'narrows' : 'widens')} the shortfall from ${was} to ${is}`
}

/** What a strategy does in poor markets: its change from today, otherwise its shortfall; empty if neither is known. */
const poorWords = (
  strategy: StrategyStatement,
  today: StrategyStatement | undefined,
  subject: Subject,
): Said => {
  const { poor } = strategy.differences
  if (strategy === today || today === undefined || poor === null) return poorSentence(strategy)
  if (isInPhases(strategy.phases('poor'))) {
    const isApart = marketsApart(strategy, 'average').includes('poor')
    const changes = isApart ? phaseChanges(strategy, 'poor') : []
    if (changes.length === 0) return poorSentence(strategy)
    const short = shortInPoor(strategy)
    return paragraph(
      said`In poor markets, ${changes}.`,
      short.length === 0 ? [] : said`You would then be ${short}.`,
    )
  }
  if (isInPhases(strategy.phases('average')) && !marketsApart(strategy, 'average').includes('poor'))
    return poorSentence(strategy)
  const clause = shortfallClause(subject, today.gaps.poor, strategy.gaps.poor)
  return said`In poor markets ${subject.many ? 'they' : 'it'} ${change(subject, poor, 'changes nothing')}${clause}.`
}

/**
 * Words such as `adds $178 a month in average markets and $86 in poor markets`; a market in which the
 * difference is unknown, or changes over the years, is left out.
 */
const inBothMarkets = (strategy: StrategyStatement, other: StrategyStatement): Said => {
  const subject = { name: [], whole: [], many: false }
  const known = (['average', 'poor'] as const).flatMap((market) => {
    const isPhased = [strategy, other].some((each) => isInPhases(each.phases(market)))
    const difference = isPhased ? null : differenceIn(strategy, other, market)
    return difference === null ? [] : [{ market, difference, sign: signOf(difference) }]
  })
  return listed(
    known.map(({ market, difference, sign }, index) =>
      // A verb that fits both markets is written once.
      index > 0 && sign === known[0]?.sign
        ? said`${sign !== 0 && said`${bare(difference)} `}${inMarkets[market]}`
        : said`${change(subject, difference, 'changes nothing')} ${inMarkets[market]}`,
    ),
  )
}

/** The differences of two strategies in a market: in each phase of `strategy`, otherwise of `other`, otherwise one. */
const differencesApart = (
  strategy: StrategyStatement,
  other: StrategyStatement,
  market: Market,
) => {
  const phased = [strategy, other].find((each) => isInPhases(each.phases(market)))
  const known = (difference: Figure | null, words: string, least: boolean) =>
    difference === null
      ? []
      : [{ words, difference, sign: signOf(difference), least, isOwn: phased === strategy }]
  if (phased === undefined) return known(differenceIn(strategy, other, market), '', false)
  const phases = phased.phases(market)
  const differences = phaseDifferencesIn(strategy, other, market, phases)
  return phases.flatMap((phase, index) =>
    known(differences[index] ?? null, when(phase, index === 0), phase.least),
  )
}

/**
 * Words such as `takes away $576 a month until 70 and adds $609 a month from 70 on in average markets`, through the
 * phases of either strategy; a phase without a known difference is left out.
 */
const inEachPhase = (
  strategy: StrategyStatement,
  other: StrategyStatement,
  market: Market,
): Said => {
  const known = differencesApart(strategy, other, market)
  const parts = known.map(({ words, difference, sign, least, isOwn }, index): Said => {
    const time = words && ` ${words}`
    if (sign === 0) return [`changes nothing${time}`]
    const bound = !least ? '' : isOwn === sign > 0 ? 'at least ' : 'up to '
    // A verb that fits both phases is written once.
    return index > 0 && sign === known[index - 1]?.sign
      ? said`${bound}${bare(difference)}${time}`
      : said`${sign > 0 ? 'adds' : 'takes away'} ${bound}${bare(difference)} a month${time}`
  })
  return parts.length === 0 ? [] : said`${listed(parts)} ${inMarkets[market]}`
}

/**
 * How `strategy` differs from `other`: in both markets, or phase by phase in average markets, and in poor ones if they
 * go another way.
 */
const apart = (strategy: StrategyStatement, other: StrategyStatement): Said => {
  const isPhased = (['average', 'poor'] as const).some((market) =>
    [strategy, other].some((each) => isInPhases(each.phases(market))),
  )
  if (!isPhased) return inBothMarkets(strategy, other)
  const directions = (market: Market) =>
    differencesApart(strategy, other, market)
      .map(({ sign }) => sign)
      .join()
  const average = inEachPhase(strategy, other, 'average')
  const isOther = directions('poor') !== directions('average')
  const poor = isOther || average.length === 0 ? inEachPhase(strategy, other, 'poor') : []
  return listed(
    [average, poor].filter((words) => words.length > 0),
    ', and ',
  )
}

/** Sentences that distinguish what the client tried from what the service adds to it. */
const partsWords = (
  { tried, base }: Offer,
  today: StrategyStatement | undefined,
  recommended: StrategyStatement,
): Said => {
  if (base === null) return []
  const own = today === undefined ? [] : apart(base, today)
  const isSame = base.side.strategy === recommended.side.strategy
  const further = isSame ? [] : apart(recommended, base)
  const choice =
    own.length === 0 ? [] : capitalized(said`${enumerated(tried)}, your choice, ${own}`)
  if (further.length === 0) return choice.length === 0 ? [] : said`${choice}.`
  return choice.length === 0
    ? said`The service’s recommendation ${further}, compared with what you chose.`
    : said`${choice}; on top of that, the service’s recommendation ${further}.`
}

/**
 * True if two strategies have the same incomes in both markets: those of one answer, or, with `inTwoAnswers`, the same
 * amounts at the same age.
 */
const areAlike = (
  one: StrategyStatement,
  other: StrategyStatement,
  { inTwoAnswers }: { readonly inTwoAnswers: boolean },
): boolean =>
  (['average', 'poor'] as const).every((market) => {
    const [income, another] = [one.incomes[market], other.incomes[market]]
    if (income === null || another === null) return false
    const isPhased = [one, other].some((each) => isInPhases(each.phases(market)))
    const isSameAge = one.retirementAge === other.retirementAge
    return (
      income.id === another.id ||
      (inTwoAnswers && isSameAge && !isPhased && isSameAmount(income, another))
    )
  })

/** What the service recommends in addition to a choice; empty without a choice. */
const recommendedWords = (
  strategies: readonly StrategyStatement[],
  { unnamed, offer, phrases }: Pick<ClientStoryInput, 'unnamed' | 'offer' | 'phrases'>,
): Said => {
  const [today, plan, recommended] = (['today', 'plan', 'recommended'] as const).map((role) =>
    strategies.find((each) => each.role === role),
  )
  if (plan === undefined || recommended === undefined) return []
  const tried = offer?.tried ?? phrases
  const parts =
    offer === undefined || tried.length === 0 ? [] : partsWords(offer, today, recommended)
  // With an offer, the recommendation comes from a different answer, so amounts are compared instead of figure ids.
  if (areAlike(recommended, plan, { inTwoAnswers: offer !== undefined }))
    return paragraph(
      tried.length === 0
        ? ['That is what the service recommends.']
        : parts.length === 0
          ? said`That is what the service recommends once you choose ${enumerated(tried)}.`
          : [],
      offer === undefined || offer.fromToday.length === 0
        ? []
        : said`Starting from today, the service recommends ${offer.fromToday}.`,
      parts,
    )
  // Without its parts, a comparison would credit the service with what the client tried.
  if (parts.length > 0 || (offer !== undefined && tried.length > 0)) return parts
  const whom = `${unnamed.charAt(0).toLowerCase()}${unnamed.slice(1)}`
  const compared = (other: StrategyStatement | undefined, than: string): Said => {
    const words = other === undefined ? [] : apart(recommended, other)
    return words.length === 0 ? [] : said`Compared with ${than}, the recommended plan ${words}.`
  }
  const isToday = today !== undefined && areAlike(plan, today, { inTwoAnswers: true })
  return paragraph(
    offer === undefined ? [] : compared(today, 'today'),
    isToday && offer !== undefined ? [] : compared(plan, whom),
  )
}

/**
 * The sentence with the outcome, and the paragraphs about average markets, about poor markets and about the
 * recommendation beside a choice; the last two may be empty. The first two say so if no income is known.
 */
export const clientStory = (
  input: ClientStoryInput,
): {
  readonly headline: Said
  readonly average: Said
  readonly poor: Said
  readonly recommended: Said
} => {
  const { strategies, goal, accounts } = input
  const strategy = leadingStrategy(strategies)
  if (strategy === null)
    return {
      headline: ['No retirement income is known yet.'],
      average: ['The service’s answer names none.'],
      poor: [],
      recommended: [],
    }
  const subject = subjectOf(strategy, input)
  const today = strategies.find(({ role }) => role === 'today')
  return {
    headline: headlineOf(strategy, today, subject),
    average: paragraph(
      todaySentence(today, accounts),
      goalSentence(strategies, goal),
      strategy === today ? [] : changeSentence(strategy, subject),
    ),
    poor: poorWords(strategy, today, subject),
    recommended: strategy.role === 'plan' ? recommendedWords(strategies, input) : [],
  }
}
