import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { drawReport } from '#electron/core/report/draw-report.ts'
import type { ReportInput } from '#electron/core/report/facts.ts'
import { readFonts } from '#electron/core/report/receipt/ask-for-pdf.ts'
import { nextFraction, seededState } from '#electron/training/engine/paths/random.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { PageBlock, ReportPage, TextMark } from '#shared/report/page-model.ts'
import type { Figure } from '#shared/figures/figure.ts'
import { marketNames } from '#shared/strategy/statement/incomes.ts'
import { writeFigure } from '#shared/strategy/statement/said.ts'
import type { SavedAnswer } from '#shared/strategy/statement/side.ts'
import { statementOf, type Statement } from '#shared/strategy/statement/statement.ts'
import {
  americanWriter,
  answerFor,
  profileIn,
  statementsFor,
  usualRules,
} from '#test/support/figures/statements.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { aForecast, anInput, textsOf } from './made-report.ts'

/**
 * Tests that dollars in a report are those of the statement, and that a figure has the same text
 * everywhere.
 */

/** Draws some example people, different ones in each run; `GLIDEPATH_PEOPLE` takes all. */
const seed = process.env['GLIDEPATH_PEOPLE_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))
const state = seededState(`reports ${seed}`)
const drawnPeople = examplePeople
  .map(({ id }) => ({ id, at: nextFraction(state) }))
  .toSorted((a, b) => a.at - b.at)
  .slice(0, process.env['GLIDEPATH_PEOPLE'] === undefined ? 8 : undefined)

const forecastOf = ({ environment: { id, name, kind }, ...answer }: SavedAnswer): SavedForecast =>
  aForecast({ ...answer, environment: { id, name, kind } })

const personCalled = (id: string) => {
  const person = examplePeople.find((each) => each.id === id)
  if (person === undefined) throw new Error(`no ${id}`)
  return statementsFor(profileIn(person.xml), 200).map(({ statement }) =>
    forecastOf(statement.saved),
  )
}

/** Reports about today, about one or two positions of the levers, and after an enrollment at the first position. */
const reportsOf = (id: string): readonly Partial<ReportInput>[] => {
  const [today, ...plans] = personCalled(id)
  const [later] = plans
  if (today === undefined || later === undefined) throw new Error(`${id} has one forecast`)
  const receipt = aReceipt({ inputs: later.inputs, sentAt: '2026-11-27T16:00:00.000Z' })
  return [
    { today },
    ...plans.map((plan) => ({ today, plan })),
    {
      today,
      plan: later,
      receipts: { standing: [receipt], more: 0, ended: [] },
      sent: { receipt, reviewed: later },
    },
  ]
}

const unsigned = (text: string) => text.replace(/^[+−]/, '')

/**
 * Every part of the report with figures. Without the explanations, whose arithmetic has other
 * numbers, and without the sentences on the law and on Training.
 */
const figured = ['scenarios', 'income', 'wealth', 'mix', 'funds', 'accepted'] as const

const drawn = async (over: Partial<ReportInput>) => {
  const texts = new Map<string, Set<string>>()
  const { pages } = await drawReport({
    input: anInput({ parts: [...figured], ...over }),
    fonts: await readFonts(),
    asFile: false,
    wrote: ({ id, unit }, text) =>
      texts.set(id, (texts.get(id) ?? new Set()).add(unit === 'percent' ? text : unsigned(text))),
  })
  return { pages, texts }
}

/** The figures that screens show for the same answers. */
const screenTexts = ({ today, plan, sent }: Partial<ReportInput>) => {
  const texts = new Map<string, string>()
  const put = (figure: Figure | null | undefined) =>
    figure && texts.set(figure.id, unsigned(writeFigure(figure, americanWriter)))
  const add = ({ strategies, goal }: Statement) => {
    put(goal?.figure)
    for (const each of strategies)
      for (const market of marketNames) {
        const { ages = [] } = each.course(market).flow ?? {}
        const years = [...ages].map((age) => each.course(market).at(age))
        for (const year of years)
          for (const figure of [
            year?.keeps,
            year?.tax,
            ...(year?.sources ?? []).map((one) => one.figure),
          ])
            put(figure)
        for (const figure of [
          each.incomes[market],
          each.gaps[market]?.figure,
          each.differences[market],
        ])
          put(figure)
        for (const { income, gap } of each.phases(market)) [income, gap?.figure].forEach(put)
        each.phaseDifferences(market).forEach(put)
      }
  }
  const base = today ?? null
  if (base !== null) add(statementOf({ saved: base, today: null, typedGoal: null }, usualRules))
  if (plan && !sent) add(statementOf({ saved: plan, today: base, typedGoal: null }, usualRules))
  return texts
}

const textMarks = ({ marks }: PageBlock) =>
  marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []))

/** A mark’s text without its figures. */
const outsideFigures = ({ text, figures = [] }: TextMark) =>
  figures.toReversed().reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)

/**
 * Dollar amounts on a page that are not part of a figure, except axis labels, which are compact:
 * `$4K`, `$0`.
 */
const foreignDollars = (pages: readonly ReportPage[], texts: ReadonlySet<string>) =>
  pages
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => {
      const words = textMarks(block)
        .filter(
          ({ text, size }) =>
            !(block.role === 'figure' && /^\$[\d.]+[KM]?$/.test(text) && size === 7),
        )
        .map(outsideFigures)
        .join(' ')
      const said = (block.alt.match(/\$[\d,]*\d/g) ?? []).filter((found) => !texts.has(found))
      return [...(words.match(/\$[\d,]*\d/g) ?? []), ...said]
    })

// A sentence about a rule of law may have the law’s own threshold.

const textsById = (pages: readonly ReportPage[]) => {
  const texts = new Map<string, Set<string>>()
  for (const { text, figures = [] } of pages.flatMap(({ blocks }) => blocks.flatMap(textMarks)))
    for (const { id, from, to } of figures)
      texts.set(id, (texts.get(id) ?? new Set()).add(unsigned(text.slice(from, to))))
  return texts
}

describe(`figures in a report (seed ${seed})`, { timeout: 120_000 }, () => {
  test.each(drawnPeople.map(({ id }) => id))(
    'about %s each have the same text as on screen, and every amount on a page belongs to a figure',
    async (id) => {
      for (const report of reportsOf(id)) {
        const { pages, texts } = await drawn(report)
        expect(texts.size).toBeGreaterThan(20)
        for (const [figure, written] of texts) expect([figure, ...written]).toHaveLength(2)
        const all = new Set([...texts.values()].flatMap((each) => [...each]))
        const shown = new Set([...all].map((text) => text.replace('about ', '')))
        expect(foreignDollars(pages, shown)).toEqual([])
        const printed = textsById(pages)
        expect(printed.size).toBeGreaterThan(20)
        for (const [figure, [text = '', ...others]] of printed) {
          expect([figure, ...others]).toHaveLength(1)
          const [written] = texts.get(figure) ?? []
          if (written !== undefined)
            expect([figure, text]).toEqual([figure, unsigned(written.replace('about ', ''))])
        }
        const onScreen = screenTexts(report)
        const both = [...texts].filter(([figure]) => onScreen.has(figure))
        if (!report.sent) expect(both.length).toBeGreaterThan(15)
        for (const [figure, [text]] of both)
          expect([figure, text]).toEqual([figure, onScreen.get(figure)])
      }
    },
  )

  test('never present income from savings as the whole income, because each source has its own amount', async () => {
    const [today] = personCalled('carol-nguyen')
    if (today === undefined) throw new Error('no forecast')
    const { pages } = await drawn({ today })
    const [first = ''] = textsOf({ pages })
    expect(first).toMatch(
      /Today, in average markets, you would have about \$2,\d{3} a month\. In the first year, at 65: Social Security \$2,204 and your 401\(k\) \$\d{2,3}\./,
    )
    expect(first).not.toMatch(/savings would pay/)
  })

  test.each(['kevin-obrien', ...drawnPeople.map(({ id }) => id)])(
    'give each strategy of %s its own claim age, in the assumptions too',
    async (id) => {
      for (const { today, plan, sent } of reportsOf(id)) {
        if (sent || !today || plan?.claim !== undefined) continue
        const { pages } = await drawn({ today, ...(plan && { plan }), parts: ['assumptions'] })
        const said = textsOf({ pages })
          .join(' ')
          .matchAll(/when claimed at (\d+)/g)
        const { strategies } = statementOf(
          { saved: plan ?? today, today, typedGoal: null },
          usualRules,
        )
        const ages = strategies.flatMap(({ claimAge }) => claimAge ?? [])
        expect(new Set(Array.from(said, ([, age]) => Number(age)))).toEqual(new Set(ages))
      }
    },
  )

  test('of a single income beside an income with phases state the age from which it is paid', async () => {
    const person = examplePeople.find(({ id }) => id === 'kevin-obrien')
    const profile = profileIn(person?.xml ?? '')
    const [today, plan] = [{}, { RetirementAge: 60 }].map((inputs) =>
      forecastOf(answerFor(profile, inputs, null, 100).saved),
    )
    if (today === undefined || plan === undefined) throw new Error('no forecasts')
    const { pages } = await drawn({ today, plan, parts: [] })
    const all = textsOf({ pages }).join(' ')
    expect(all).toMatch(/Income until 62, poor markets/)
    expect(all).toMatch(/Income from 60, average markets/)
  })

  test('after an enrollment come from the strategy that was sent', async () => {
    const [today, later] = personCalled('carol-nguyen')
    if (today === undefined || later === undefined) throw new Error('no forecast')
    const rate = later.reading.strategies
      .find(({ type }) => type === 'Revised')
      ?.savingsRateDetail[0]?.components.find(({ type }) => /pretax/i.test(type))
    const inputs = {
      ...later.inputs,
      SavingsRateDetails: [
        { PlanId: 'LOWCOUNTRY401K', SavingsType: 'Pretax', Value: String(rate?.value ?? '') },
      ],
    }
    const receipt = aReceipt({ inputs, sentAt: '2026-11-27T16:00:00.000Z' })
    const { pages, texts } = await drawn({
      today,
      plan: later,
      receipts: { standing: [receipt], more: 0, ended: [] },
      sent: { receipt, reviewed: later },
    })
    const id = `${later.id}/StrategyOutput[Revised]/p50/income`
    const [sent = 'not written'] = texts.get(id) ?? []
    const [first = ''] = textsOf({ pages })
    expect(first).toMatch(new RegExp(`WHAT WAS ENROLLED.*\\${sent}`))
    // The tried values appear only as the income to which the service's recommendation adds.
    const tried = [...texts.keys()].filter((key) =>
      key.startsWith(`${later.id}/StrategyOutput[Current]/p`),
    )
    for (const key of tried) expect(key).toMatch(/\/income@67/)
  })
})

/** Percent of the account in each fund of an answer’s strategy, as text; funds without a share are left out. */
const heldIn = (saved: SavedForecast, type: string) =>
  (saved.reading.strategies.find((each) => each.type === type)?.investmentSelections ?? [])
    .flatMap(({ accountId, rows }) =>
      rows.flatMap((row) => {
        const { FundId, Percent } = fundRowSchema.parse(row)
        return Percent === 0 ? [] : [`${accountId} ${FundId} ${Percent}`]
      }),
    )
    .toSorted()
    .join()
const fundRowSchema = z.object({ FundId: z.string(), Percent: z.number() })

/** The first age with Social Security in an answer’s strategy, in average markets. */
const claimIn = (saved: SavedForecast, type: string) => {
  const series = saved.reading.strategies
    .find((each) => each.type === type)
    ?.percentiles.find(({ percentage }) => percentage === 50)
    ?.incomeSources.find(({ type: source }) => source === 'SocialSecurity')
  return series?.ages.find((_, index) => (series.values[index] ?? 0) > 0)
}

test.each([
  ['linda-kowalski', 67],
  ['angela-ruiz', 62],
  ['priya-raman', 60],
  ['victor-chen', 63],
  ['priya-raman', 67],
  ['walter-simmons', 70],
  ['dorothy-fields', 75],
  ['helen-petrov', 68],
])('figures of what was sent for %s, retiring at %i, name every cause', async (id, age) => {
  const person = examplePeople.find((each) => each.id === id)
  const profile = profileIn(person?.xml ?? '')
  const [today, plan] = [{}, { RetirementAge: age }].map((inputs) =>
    forecastOf(answerFor(profile, inputs, null, 100).saved),
  )
  if (today === undefined || plan === undefined) throw new Error('no forecasts')
  const receipt = aReceipt({ inputs: plan.inputs, sentAt: '2026-11-27T16:00:00.000Z' })
  const { pages } = await drawn({
    today,
    plan,
    parts: [],
    receipts: { standing: [receipt], more: 0, ended: [] },
    sent: { receipt, reviewed: plan },
  })
  const [first = ''] = textsOf({ pages })
  const [was, is] = [claimIn(today, 'Current'), claimIn(plan, 'Revised')]
  const claims = was === is ? '' : is === age ? ' and claiming' : `claiming at ${is}`
  const causes = [
    `retiring${claims.startsWith(' ') ? claims : ''} at ${age}`,
    ...(claims.startsWith('claiming') ? [claims] : []),
    ...(heldIn(today, 'Current') === heldIn(plan, 'Revised') ? [] : ['changing funds']),
  ]
  const [caption = ''] = /(?<=a month · )retiring.*?(?= (?:up to )?\$)/.exec(first) ?? []
  expect(caption).toBe(causes.join(', '))
})

test('figures on the first page and in the recommendation are all explained, each under its strategy', async () => {
  for (const id of ['carol-nguyen', 'linda-kowalski', 'jonathan-weiss']) {
    const [today, plan] = personCalled(id)
    if (today === undefined || plan === undefined) throw new Error(`${id} has one forecast`)
    const { pages } = await drawn({ today, plan, parts: ['accepted', 'figures'] })
    const marks = pages.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.role === 'frame' || block.role === 'figure'
          ? []
          : block.marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : [])),
      ),
    )
    const from = marks.findIndex(({ text }) => text === 'How these figures were made')
    const heads = marks
      .slice(from)
      .flatMap(({ text, weight }) => (weight === 'bold' ? [text] : []))
      .filter((text) => /^[−+]?\$/.test(text))
    const explained = new Set(heads.map((text) => /\$[\d,]*\d/.exec(text)?.[0]))
    const shown = marks
      .slice(0, from)
      .filter(({ text }) => !text.startsWith('By law'))
      .flatMap(({ text }) => text.match(/\$[\d,]*\d/g) ?? [])
    expect(shown.length).toBeGreaterThan(15)
    expect(shown.filter((amount) => !explained.has(amount))).toEqual([])
    expect(heads.some((text) => /, Recommended\.$/.test(text))).toBe(true)
  }
}, 120_000)
