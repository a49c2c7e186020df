import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { forecast } from '#electron/training/engine/forecast.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { randomPeople } from '#test/support/people/random-people.ts'
import { writePersonXml } from '#electron/training/people/person-xml.ts'
import { sentFields } from '#electron/core/submission/reviews/sent-fields.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { unknown } from '#shared/savings/figures.ts'
import { fileSavings } from '#shared/savings/file-savings.ts'
import { answerLines, fileLines, type SavingsLine } from '#shared/savings/lines.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { exportFigure } from '#shared/strategy/statement/said.ts'
import { savingsOf } from '#shared/strategy/statement/savings/savings.ts'
import { savingsChange } from '#shared/strategy/statement/savings/savings-change.ts'
import { isFigure } from '#renderer/charts/figures.ts'
import { savingsTable } from '#renderer/charts/tables.ts'
import { savingYear, usualRules } from '#shared/savings/saving-year.ts'
import { year2026 } from '#test/support/samples/saving-years.ts'
import { inWords, sidesWith } from '#test/support/figures/sides.ts'

/** Tests that the participant's savings, the employer's and the total are the same everywhere. */

const today = '2026-11-20'
const keys = ['you', 'employer', 'total'] as const

/** The figure in the line with this key; unknown if there is no such line. */
const figureAt = (lines: readonly SavingsLine[], key: SavingsLine['key']) =>
  lines.find((each) => each.key === key) ?? unknown

const component = z.object({ Type: z.string(), Value: z.number(), DollarAmount: z.number() })
const verbatim = z.object({
  StrategyOutput: z.array(
    z.object({
      StrategyType: z.string(),
      AccountSavingsRateDetail: z.array(z.object({ SavingsComponent: z.array(component) })),
    }),
  ),
})

/**
 * Savings in the verbatim answer, read without the program's code. Percent to two decimals, whole
 * dollars.
 */
const byHand = (answer: string, type: string) => {
  const components = verbatim
    .parse(JSON.parse(answer))
    .StrategyOutput.filter(({ StrategyType }) => StrategyType === type)
    .flatMap(({ AccountSavingsRateDetail }) =>
      AccountSavingsRateDetail.flatMap(({ SavingsComponent }) => SavingsComponent),
    )
  const figure = (rows: typeof components) =>
    rows.length === 0
      ? null
      : [
          rows.reduce((sum, { Value }) => sum + Value, 0).toFixed(2),
          Math.round(rows.reduce((sum, { DollarAmount }) => sum + DollarAmount, 0)),
        ]
  const own = components.filter(({ Type }) => Type !== 'Employer')
  const theirs = components.filter(({ Type }) => Type === 'Employer')
  return {
    you: figure(own),
    employer: figure(theirs),
    total: own.length === 0 || theirs.length === 0 ? null : figure(components),
  }
}

/**
 * Savings in the file, read without the program's code: rates with regular expressions, a match
 * from its two numbers.
 */
const fileByHand = (xml: string) => {
  const number = (text: string, name: string): number =>
    Number(new RegExp(` ${name}="([^"]+)"`).exec(text)?.[1] ?? Number.NaN)
  const salary = number(/<Salary[^>]*>/.exec(xml)?.[0] ?? '', 'Amount')
  const own = [...xml.matchAll(/<(?:PreTax|Roth|PostTax)ContributionRules[^>]*>/g)].map(
    ([rule]) => ({ plan: / PlanID="([^"]+)"/.exec(rule)?.[1], rate: number(rule, 'Rate') }),
  )
  const paid = [...xml.matchAll(/<EmployerContributionRules[^>]*>/g)].map(([rule]) => {
    const saved = own
      .filter(({ plan }) => plan === / PlanID="([^"]+)"/.exec(rule)?.[1])
      .reduce((sum, { rate }) => sum + rate, 0)
    const [rate, limit, counted] = [
      number(rule, 'MatchRate'),
      number(rule, 'MatchLimit'),
      Math.min(salary, 360_000),
    ]
    return Number.isNaN(rate)
      ? (counted * number(rule, 'Rate')) / 100
      : (Math.min((salary * saved) / 100, (counted * limit) / 100) * rate) / 100
  })
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  return {
    you: own.length === 0 ? null : Math.round((salary * sum(own.map(({ rate }) => rate))) / 100),
    employer: paid.length === 0 ? null : Math.round(sum(paid)),
  }
}

const shown = ({
  percent,
  dollars,
}: {
  readonly percent: number | null
  readonly dollars: number | null
}) => (percent === null || dollars === null ? null : [percent.toFixed(2), Math.round(dollars)])

const opened = (xml: string) => {
  const reading = readParticipantXml(xml)
  const profile = reading.ok ? reading.value.participants[0] : undefined
  if (!profile) throw new Error('the file cannot be read')
  const answer = JSON.stringify(forecast({ profile, today, paths: 20 }))
  const read = readForecast(answer)
  if (!read.ok) throw new Error(read.error.message)
  const { current, revised } = pickPair(read.value.strategies)
  return {
    profile,
    answer,
    reading: read.value,
    current,
    revised,
    file: fileSavings(profile, savingYear(profile, new Date(2026, 10, 20), usualRules)),
  }
}

describe.each(examplePeople.map((person) => [person.id, person.xml] as const))(
  'the savings of %s',
  (_, xml) => {
    const { profile, answer, reading, current, revised, file } = opened(xml)

    test('match the answer in card, chart and table', () => {
      const sides = sidesWith(current, revised)
      const of = (side: typeof sides.current) => side && savingsOf(side, reading.accountMappings)
      const chart = savingsChange(of(sides.current), of(sides.revised))
      const table = savingsTable(chart)
      expect(chart.remarks).toEqual([])
      for (const [strategy, side] of [
        [current, 'current'],
        [revised, 'revised'],
      ] as const) {
        const expected = byHand(answer, side === 'current' ? 'Current' : 'Revised')
        const card = answerLines(strategy)
        for (const key of keys) {
          expect([side, key, shown(figureAt(card, key))]).toEqual([side, key, expected[key]])
          const line = chart.lines.find((each) => each.key === key)
          const { percent, dollars } = line?.[side] ?? { percent: null, dollars: null }
          expect(
            percent && dollars && [exportFigure(percent).toFixed(2), exportFigure(dollars)],
          ).toEqual(expected[key])
          const row = table.rows.find(([label]) => label === line?.label)
          const cell = row?.[side === 'current' ? 4 : 5] ?? null
          expect(isFigure(cell) ? exportFigure(cell) : cell).toBe(expected[key]?.[1] ?? null)
        }
      }
    })

    test('match the file in the profile and in today’s forecast', () => {
      const hand = fileByHand(xml)
      expect(
        [file.you.dollars, file.employer.dollars].map((dollars) => dollars && Math.round(dollars)),
      ).toEqual([hand.you, hand.employer])
      const isWorking = (profile.salary ?? 0) > 0
      const card = answerLines(current)
      // An amount above the limits is saved outside the plans.
      const counted = file.limited ?? file
      for (const key of keys)
        if (isWorking && file.rows.length > 0)
          expect([key, shown(figureAt(card, key))]).toEqual([key, shown(counted[key])])
      if (file.limited)
        expect(Math.round(file.limited.outside.dollars ?? Number.NaN)).toBe(
          Math.round(figureAt(card, 'outside').dollars ?? 0),
        )
    })

    test('match the file in the review', () => {
      const planId = profile.accounts[0]?.planId ?? ''
      const [field] = sentFields(
        { SavingsRateDetails: [{ PlanId: planId, SavingsType: '0', Value: '6' }] },
        profile,
        usualReadAs,
        { year: year2026(), law: [], pay: null },
      )
      for (const line of fileLines(file)) {
        const words =
          line.dollars === null
            ? line.absent
            : `$${Math.round(line.dollars).toLocaleString('en-US')} a year`
        // A single saving is shown without a total.
        const said = [...(field?.file ?? []), ...(field?.beside ?? [])].map(inWords).join('; ')
        const label = said.includes(`; ${line.label} `) ? `${line.label} ` : ''
        if (file.rows.some((row) => row.planId === planId))
          expect(said).toMatch(new RegExp(`${label}[^;]*${words.replaceAll('$', '\\$')}`))
      }
    })
  },
)

test('the savings of 200 random people match in the same way, seed "savings"', () => {
  for (const person of randomPeople(200, 'savings')) {
    const { profile, answer, current, file } = opened(writePersonXml(person))
    const expected = byHand(answer, 'Current')
    const card = answerLines(current)
    for (const key of keys)
      expect([person.id, key, shown(figureAt(card, key))]).toEqual([person.id, key, expected[key]])
    if (
      (profile.salary ?? 0) <= 0 ||
      file.rows.length === 0 ||
      profile.accounts.every(
        ({ status, planType }) => status !== 'Active' && !/ira/i.test(planType),
      )
    )
      continue
    const counted = file.limited ?? file
    for (const key of ['you', 'employer'] as const) {
      const [said, meant] = [figureAt(card, key), counted[key]]
      if (said.dollars !== null && meant.dollars !== null)
        expect([person.id, key, Math.abs(said.dollars - meant.dollars) < 0.1]).toEqual([
          person.id,
          key,
          true,
        ])
    }
  }
})
