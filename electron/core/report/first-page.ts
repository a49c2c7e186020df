import { isInPhases } from '#shared/strategy/statement/years/phases.ts'
import { claimWords, leverPhrases } from '#shared/strategy/lever-phrases.ts'
import { loweredWords } from '#shared/strategy/changes/cautions.ts'
import { clientAccounts } from '#shared/strategy/client-accounts.ts'
import { claimSources, clientStory } from '#shared/strategy/statement/words/client-words.ts'
import { areOtherFunds } from '#shared/strategy/statement/investments/funds.ts'
import {
  enumerated,
  isAlike,
  isSameAmount,
  said,
  separated,
  type Said,
} from '#shared/strategy/statement/said.ts'
import type { StrategyStatement } from '#shared/strategy/statement/statement.ts'
import {
  gapWords,
  phaseGapWords,
  phaseIncome,
  phaseWords,
} from '#shared/strategy/statement/words/advisor-words.ts'
import { changeRows, ownRate } from './changes.ts'
import { fundPhrase, keptFundPhrase, planPhrases, serviceChanges } from './choice.ts'
import { rowOf, type ReportFacts, type Role } from './facts.ts'
import { ordinal } from './figures.ts'
import { drawIncome, chartOf } from './income.ts'
import { ink, note, roleInk, small } from './ink.ts'
import { barsOf, drawOutlook } from './outlook-chart.ts'
import { plainText } from './printed.ts'
import { recommendedIn } from './recommended.ts'
import { keepsFunds, sentWords } from './sent.ts'
import { box, headingHeight, rehearse, type Sheet } from './sheet.ts'

/** The style of a warning about the input, which is below the headline and as dark as a figure. */
const doubtful = { size: 9.4, weight: 'bold', leading: 12.5 } as const

/**
 * What an income is based on. For a plan: everything that makes it differ from today’s. Otherwise: the retirement age if
 * it is not today’s, the savings rate, changed funds, and any other change that was tried. What the client chose follows
 * `with`.
 */
const changesIn = (facts: ReportFacts, role: Role): readonly Said[] => {
  const { sides, offered, mappings } = facts
  const rate = ownRate(sides[role], facts)
  const saving = rate === null ? [] : [said`saving ${rate}`]
  if (role === 'today') return saving
  if (role === 'plan')
    return [
      ...(facts.plan && facts.phrases.length > 0
        ? planPhrases(rowOf(facts, 'plan'), rowOf(facts, 'today'), facts.plan, mappings, rate)
        : saving),
      ...(keepsFunds(facts) ? [[keptFundPhrase]] : []),
    ]
  const age = rowOf(facts, role)?.retirementAge ?? null
  const { base, tried } = facts
  const changes = serviceChanges(facts)
  const isOther = changes.age && age !== null && age !== base?.retirementAge
  const isSaving = changes.kinds.size > 0
  const { RetirementAge, SavingsRateDetails, ...others } = offered.inputs
  // A tried value that the service replaces is not part of this income.
  const kept = leverPhrases({
    ...offered,
    inputs: {
      ...others,
      ...(!isOther && RetirementAge !== undefined && { RetirementAge }),
      ...(!isSaving && SavingsRateDetails !== undefined && { SavingsRateDetails }),
    },
  })
  return [
    ...(isOther ? [said`retiring at ${age}`] : []),
    ...(tried.length === 0 || isSaving ? saving : []),
    ...(areOtherFunds(base?.side ?? null, sides.recommended, mappings) ? [[fundPhrase]] : []),
    ...(kept.length === 0 ? [] : [said`with ${enumerated(kept)}`]),
  ]
}

const captionOf = (facts: ReportFacts, role: Role) => {
  const words = changesIn(facts, role)
  return facts.tell(said`a month${words.length > 0 && said` · ${separated(words, ', ')}`}`)
}

/**
 * The contents of a box: one income for each phase, and a comparison of the first with the goal and
 * with pay.
 */
const boxContent = (facts: ReportFacts, row: StrategyStatement) => {
  const { write, tell } = facts
  const { average: income } = row.incomes
  const phases = row.phases('average')
  if (isInPhases(phases))
    return {
      amounts: phases.map(
        (phase, index) => said`${tell(phaseIncome(phase))} ${phaseWords(phase, index === 0)}`,
      ),
      size: 11,
      standing: phases.map((phase, index) =>
        phase.gap === null
          ? []
          : tell(said`${phaseGapWords(phase)} ${phaseWords(phase, index === 0)}`),
      ),
    }
  if (income === null) return { amounts: [['not known']], size: 12, standing: [] }
  const { average: gap } = row.gaps
  const { average: ofPay } = row.ofPay
  return {
    amounts: [write(income)],
    size: 16.5,
    standing: [
      gap === null
        ? []
        : tell(
            said`${gapWords(gap)}${gap.kind === 'short' && ' of the goal'}${gap.kind === 'over' && ' the goal'}`,
          ),
      ofPay === null ? [] : tell(said`${ofPay} of pay`),
    ],
  }
}

const boxes = (sheet: Sheet, facts: ReportFacts) => {
  const { rows, names } = facts
  if (rows.length === 0) return
  const gap = 10
  const width = (sheet.inner - gap * (rows.length - 1)) / rows.length
  const caption = { size: 8, color: ink.soft } as const
  const contents = rows.map((row) => {
    const { amounts, size, standing } = boxContent(facts, row)
    const words = [captionOf(facts, row.role), separated(standing, ' · ')]
    return {
      role: row.role,
      amounts,
      size,
      lines: words.flatMap((each) => sheet.wrap(each, width - 22, caption)),
    }
  })
  const amountHeight = Math.max(...contents.map(({ amounts }) => 20 + (amounts.length - 1) * 14))
  const most = Math.max(...contents.map(({ lines }) => lines.length))
  const height = 30 + amountHeight + most * 10.5
  const alt = contents.map(
    ({ role, amounts, lines }) =>
      `${names[role]}: ${amounts.map(plainText).join(', ')} ${lines.map(({ text }) => text).join(' ')}.`,
  )
  sheet.space(12)
  sheet.block('p', height, alt.join(' '), (top) =>
    contents.map(({ role, amounts, size, lines }, index) => {
      const left = sheet.left + index * (width + gap)
      const text = left + 11
      const look =
        role === 'plan'
          ? { stroke: roleInk.plan.strong, strokeWidth: 1.5 }
          : { stroke: ink.strong, strokeWidth: 0.75 }
      const below = top + 30 + amountHeight
      return [
        box([left, top, width, height], { ...look, radius: 6 }),
        sheet.line(names[role].toUpperCase(), text, top + 16, small),
        ...amounts.map((amount, line) =>
          sheet.line(amount, text, top + 36 + line * 14, { size, weight: 'bold' }),
        ),
        ...lines.map((words, line) => sheet.line(words, text, below + line * 10.5, caption)),
      ]
    }),
  )
}

/** Words such as `What you chose, average markets (50th percentile of the simulated outcomes)`. */
export const basisWords = (
  { names }: Pick<ReportFacts, 'names'>,
  { role, percentiles: { average } }: StrategyStatement,
): string =>
  `${names[role]}, average markets${average === null ? '' : ` (${ordinal(average)} percentile of the simulated outcomes)`}`

/**
 * Explains why the income left after tax in the chart differs from the income above the chart;
 * empty if they are the same.
 */
const apartWords = ({ tell }: ReportFacts, row: StrategyStatement): Said => {
  const { average: income } = row.incomes
  const course = row.course('average')
  const first = chartOf(course)?.years[0] ?? null
  if (course.kind !== 'yearly' || income === null || first === null) return []
  if (isInPhases(row.phases('average')) || isSameAmount(first.keeps, income)) return []
  const kept = said`what you keep at ${first.age} is ${first.keeps}`
  return first.beforeTax !== null && isSameAmount(first.beforeTax, income)
    ? tell(said` The income of ${income} is before taxes: ${kept}.`)
    : tell(said` The service puts the income at ${income}; by its sources, ${kept}.`)
}

export const changesTable = (
  sheet: Sheet,
  { names, baseName }: Pick<ReportFacts, 'names' | 'baseName'>,
  role: Role,
  changes: ReturnType<typeof changeRows>,
): void => {
  const before = role === 'recommended' ? baseName : names.today
  sheet.table(['', before, names[role], 'Difference'], [0.3, 0.26, 0.28], changes)
}

const scenarioWords = (sheet: Sheet, { plan, names, withNote, mask }: ReportFacts) => {
  const { name = '', note = '' } = plan?.scenario ?? {}
  const lines = [
    name === '' ? '' : `${names.plan}: ${name}`,
    ...(withNote ? note.split('\n') : []),
  ].filter((line) => line.trim() !== '')
  if (lines.length > 0) sheet.space(6)
  for (const line of lines) sheet.text(mask(line), { size: 9, color: ink.soft, leading: 12.5 })
}

/** Height of the income chart with enough room, and the lowest height in which it stays readable; points. */
const [chartHeight, leastChartHeight] = [165, 76]

/**
 * Draws the main strategy's income by source with its heading on the same page, or says why there is none. Leaves
 * `below` points for the table of changes; if the chart would become unreadable, the table starts the next page.
 */
const incomeChart = (sheet: Sheet, facts: ReportFacts, bottom: number, below: number) => {
  const { lead } = facts
  if (lead === null) return
  const course = lead.course('average')
  const chart = chartOf(course)
  const why = course.why === '' ? '' : ` ${course.why}`
  if (chart === null) {
    sheet.text(`${facts.names[lead.role]}:${why}`, { ...small, above: 8 })
    return
  }
  const draw = (on: Sheet, height: number, keepWith: number) => {
    on.heading('Where the money comes from, month by month', keepWith)
    on.text(said`${basisWords(facts, lead)}.${apartWords(facts, lead)}${why}`, small)
    on.space(3)
    drawIncome(on, { ...facts, course, chart, goal: lead.goal }, height)
  }
  const withHeading = (height: number) => rehearse(sheet, (on) => draw(on, height, 0)).height
  const free = bottom - sheet.y() - (withHeading(chartHeight) - chartHeight)
  const height =
    [free - below, free].find(
      (each) => each >= leastChartHeight && withHeading(each) <= bottom - sheet.y(),
    ) ?? chartHeight
  const shown = Math.min(chartHeight, height)
  draw(sheet, shown, withHeading(shown) - headingHeight)
}

/** What the service recommends if nothing is tried; empty if what was sent saves the same. */
const recommendedFromToday = (facts: ReportFacts): Said => {
  const rate = ownRate(facts.fromToday, facts)
  return rate === null || isAlike(rate, ownRate(facts.sides.plan, facts))
    ? []
    : said`saving ${rate}`
}

/**
 * Draws that a tried claim age is an estimate, and what pays a recommendation with that claim if it has no chart of its
 * own.
 */
const claimSentences = (
  sheet: Sheet,
  facts: ReportFacts,
  accounts: ReturnType<typeof clientAccounts>,
) => {
  const { claim, lead, names, tell } = facts
  if (claim === undefined) return
  const recommended = rowOf(facts, 'recommended')
  const sources =
    recommended === null || recommended === lead ? [] : claimSources(recommended, accounts)
  const look = { size: 8.6, color: ink.soft, leading: 11.5, above: 4 } as const
  sheet.text(tell(claimWords(claim)), look)
  if (sources.length > 0) sheet.text(tell(said`${names.recommended}, ${sources}.`), look)
}

export const firstPage = (sheet: Sheet, facts: ReportFacts, bottom: number): void => {
  const { rows, goal, sides, tell } = facts
  const known = [sides.today, sides.plan].flatMap((side) => side?.strategy ?? [])
  const accounts = clientAccounts(known, facts.mappings)
  const story = clientStory({
    strategies: rows,
    goal,
    phrases: facts.phrases,
    unnamed: facts.names.plan,
    accounts,
    ...(facts.sent !== null && {
      offer: {
        tried: facts.tried,
        base: facts.base,
        fromToday: recommendedFromToday(facts),
      },
    }),
  })
  const headline = tell(story.headline)
  sheet.text(headline, { role: 'h1', size: 19, weight: 'bold', leading: 23.5 })
  for (const words of [story.average, story.poor, story.recommended])
    if (words.length > 0)
      sheet.text(tell(words), { size: 10.3, color: ink.soft, leading: 15.2, above: 5 })
  for (const doubt of facts.doubts)
    sheet.text(tell(said`Doubtful: ${doubt}`), { ...doubtful, above: 4 })
  claimSentences(sheet, facts, accounts)
  const about = sentWords(facts)
  const bold = { size: 10.3, weight: 'bold', leading: 15.2, above: 5 } as const
  if (about !== '') sheet.text(about, bold)
  const lowered = loweredWords(recommendedIn(facts).cautions, 'your')
  if (lowered.length > 0) sheet.text(tell(lowered), bold)
  scenarioWords(sheet, facts)
  boxes(sheet, facts)
  if (rows.some(({ incomes }) => incomes.average !== null)) {
    sheet.heading('How it holds in poor, average and good markets', 90)
    // A recommendation that was sent as it is has the same bars.
    const sent = rowOf(facts, 'plan')?.side.strategy
    const bars = rows
      .filter(({ role, side }) => role !== 'recommended' || side.strategy !== sent)
      .flatMap((row) => barsOf(row, facts.names[row.role]))
    drawOutlook(sheet, {
      rows: bars,
      goal: goal?.figure ?? null,
      nameWidth: 98,
      write: facts.write,
    })
  }
  const role: Role = rowOf(facts, 'plan') === null && facts.sent === null ? 'recommended' : 'plan'
  const changes = changeRows(facts, role)
  const hasChanges = sides[role] !== null && changes.length > 0
  const withRules = (on: Sheet) => {
    changesTable(on, facts, role, changes)
    for (const rule of facts.todaysRules) on.text(tell(rule), { ...note, above: 5 })
  }
  const height = hasChanges ? rehearse(sheet, withRules).height : 0
  incomeChart(sheet, facts, bottom, hasChanges ? height + headingHeight : 0)
  if (!hasChanges) return
  sheet.heading('What changes', height)
  withRules(sheet)
}
