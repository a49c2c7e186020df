import { describe, expect, test } from 'vitest'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { writePersonXml } from '#electron/training/people/person-xml.ts'
import { explanationText, partsOf } from '#shared/strategy/statement/explain.ts'
import type { Figure } from '#shared/strategy/statement/figure.ts'
import { marketNames } from '#shared/strategy/statement/incomes.ts'
import { writeFigure } from '#shared/strategy/statement/said.ts'
import type { Statement } from '#shared/strategy/statement/statement.ts'
import { checkExplanation } from '#test/support/figures/second-evaluator.ts'
import { americanWriter, profileIn, statementsFor } from '#test/support/figures/statements.ts'
import { randomPeople } from '#test/support/people/random-people.ts'

/** Every figure of a statement: incomes, goals, gaps, shares, differences, phases, and the years of each course. */
const figuresOf = ({ strategies, goal, pay, others }: Statement): readonly Figure[] => {
  const own = strategies.flatMap((each) => [
    ...marketNames.flatMap((market) => [
      each.incomes[market],
      each.gaps[market]?.figure,
      each.ofGoal[market],
      each.ofPay[market],
      each.differences[market],
      ...each.phases(market).flatMap(({ income, gap }) => [income, gap?.figure]),
      ...each.phaseDifferences(market),
    ]),
    each.goal?.figure,
    each.goal?.ofPay,
    ...(['poor', 'average'] as const).flatMap((market) => {
      const course = each.course(market)
      return [...(course.flow?.ages ?? [])].flatMap((age) => {
        const year = course.at(age)
        return year === null
          ? []
          : [
              ...year.sources.map(({ figure }) => figure),
              ...[year.beforeTax, year.tax, year.keeps, year.goal, year.gap?.figure],
            ]
      })
    }),
  ])
  const top = [...own, goal?.figure, pay, ...others.map(({ income }) => income)]
  return top.filter((figure) => figure !== null && figure !== undefined)
}

const withParts = (figures: readonly Figure[]): readonly Figure[] =>
  figures.flatMap((figure) => [figure, ...withParts(partsOf(figure))])

const amountOf = (figure: Figure | null): number =>
  figure === null
    ? 0
    : Number(
        writeFigure(figure, americanWriter)
          .replace(/[$,]|about /g, '')
          .replace('−', '-'),
      )

/** What is wrong with the statements of one person, in sentences. */
const faultsOf = (xml: string, paths?: number): readonly string[] =>
  statementsFor(profileIn(xml), paths).flatMap(({ statement, answers }) => {
    const figures = withParts(figuresOf(statement))
    const texts = new Map<string, string>()
    const faults: string[] = []
    for (const figure of figures) {
      const text = writeFigure(figure, americanWriter)
      const before = texts.get(figure.id)
      if (before !== undefined && before !== text)
        faults.push(`${figure.id}: ${before} and ${text}`)
      if (before !== undefined) continue
      texts.set(figure.id, text)
      const { wrong } = checkExplanation(explanationText(figure, americanWriter), { answers })
      if (wrong !== '') faults.push(`${figure.id}: ${wrong}`)
    }
    for (const { course } of statement.strategies) {
      const { flow, at } = course('average')
      for (const age of flow?.ages ?? []) {
        const year = at(age)
        if (year === null) continue
        const parts = year.sources.reduce((sum, { figure }) => sum + amountOf(figure), 0)
        const before = year.beforeTax ?? year.keeps
        if (parts !== amountOf(before)) faults.push(`${before.id}: parts add up to ${parts}`)
        if (amountOf(before) - amountOf(year.tax) !== amountOf(year.keeps))
          faults.push(`${year.keeps.id}: before tax less tax`)
      }
    }
    return faults
  })

const seed = process.env['GLIDEPATH_PEOPLE_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))
const count = Number(process.env['GLIDEPATH_PEOPLE'] ?? 30)

describe('every figure has one value, adds up, and can be computed again from its explanation', () => {
  test.each(examplePeople.map(({ id, xml }) => [id, xml] as const))('for %s', (_id, xml) => {
    expect(faultsOf(xml)).toEqual([])
  })

  test(`for ${count} invented people (seed ${seed})`, { timeout: 600_000 }, () => {
    const faults = randomPeople(count, seed).flatMap((person) =>
      faultsOf(writePersonXml(person), 200).map((fault) => `${person.userId}: ${fault}`),
    )
    expect(faults).toEqual([])
  })
})
