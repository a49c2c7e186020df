import { describe, expect, test } from 'vitest'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { writePersonXml } from '#electron/training/people/person-xml.ts'
import { unusualIn } from '#shared/express/unusual.ts'
import { inFileWords } from '#shared/participant/amount-periods.ts'
import { doubtsOf } from '#shared/participant/doubts.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { fileSavings } from '#shared/savings/file-savings.ts'
import { savingYear, usualRules } from '#shared/savings/saving-year.ts'
import { earningsTestWords } from '#shared/strategy/earnings-test.ts'
import { lawFor } from '#shared/strategy/law-for.ts'
import { accountsInFile } from '#shared/strategy/statement/file/file-accounts.ts'
import { unusualFor } from '#shared/strategy/unusual-for.ts'
import { explanationText, partsOf } from '#shared/strategy/statement/explain.ts'
import type { Figure } from '#shared/figures/figure.ts'
import { marketNames } from '#shared/strategy/statement/incomes.ts'
import { writeFigure } from '#shared/strategy/statement/said.ts'
import type { Statement } from '#shared/strategy/statement/statement.ts'
import { bandOf } from '#shared/strategy/statement/since/band.ts'
import { bridgeOf, isMissing } from '#shared/strategy/statement/since/bridge.ts'
import { recommendationSentence } from '#shared/strategy/statement/words/advisor-words.ts'
import { checkExplanation } from '#test/support/figures/second-evaluator.ts'
import {
  americanWriter,
  answerFor,
  profileIn,
  statementsFor,
  today,
  usualRules as statementRules,
} from '#test/support/figures/statements.ts'
import { randomPeople } from '#test/support/people/random-people.ts'

/** Every figure of a statement: incomes, goals, gaps, shares, differences, phases, and the years of each course. */
const figuresOf = (statement: Statement): readonly Figure[] => {
  const { strategies, goal, pay, others } = statement
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
  const said = recommendationSentence(statement, 'average').flatMap((part) =>
    typeof part === 'string' ? [] : [part.figure],
  )
  const top = [...own, ...said, goal?.figure, pay, ...others.map(({ income }) => income)]
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

/** Figures in sentences about the file, the inputs and the law. */
const saidOf = (profile: ParticipantProfile): readonly Figure[] => {
  const now = new Date(`${today}T12:00:00`)
  const rules = { ...usualRules, wagesBefore: null }
  const [plan] = profile.accounts
  const rates = ['7', '60', '150'].map((Value) => ({
    PlanId: plan?.planId ?? '',
    SavingsType: 'Pretax',
    Value,
  }))
  const inputs = [
    { Salary: 1 },
    { Salary: -5 },
    ...rates.map((rate) => ({ SavingsRateDetails: [rate] })),
  ]
  const year = savingYear(profile, now, rules)
  const { accounts } = accountsInFile(profile)
  const doubtful = {
    ...profile,
    salary: -5.5,
    accounts: profile.accounts.map((account) => ({ ...account, balance: -1, holdings: [] })),
  }
  const sentences = [
    ...doubtsOf(doubtful, now),
    ...inputs.flatMap((each) => [
      ...[...unusualIn(each), ...unusualFor(each, profile, now, rules)].map(
        ({ message }) => message,
      ),
      ...lawFor(each, profile, now, rules),
    ]),
    ...fileSavings(profile, year).rows.flatMap(({ rule, contradiction }) => [rule, contradiction]),
    inFileWords({ aYear: profile.salary ?? 0, period: 'twoWeeks' }, 'Salary'),
    earningsTestWords(
      { dateOfBirth: profile.dateOfBirth, claimAge: 62, retirementAge: 70 },
      now,
      [],
    ),
  ]
  return [
    ...accounts.flatMap(({ limit }) => limit ?? []),
    ...sentences.flat().flatMap((part) => (typeof part === 'string' ? [] : [part.figure])),
  ]
}

/**
 * Says that a figure subtracts amounts of different kinds, or that its tax is not the one in its
 * explanation; empty if neither. Only federal tax may be subtracted from an income with another
 * tax.
 */
const kindFault = ({ unit, tax, basis, steps }: Figure): string => {
  const [first, ...others] = steps.flatMap(({ sign, origin }) =>
    origin.from === 'figure' ? [{ sign, figure: origin.figure }] : [],
  )
  const unlike = others.find(
    ({ sign, figure }) =>
      sign === '−' &&
      !figure.sentence.startsWith('Federal tax') &&
      ['tax', 'per', 'unit', 'dollarsOf'].some(
        (key) => Reflect.get(figure, key) !== Reflect.get(first?.figure ?? {}, key),
      ),
  )
  if (unlike !== undefined) return `less ${unlike.figure.id}, which is of another kind`
  if (unit !== 'dollars') return ''
  const said = /after federal tax/.test(basis) ? 'after' : /before tax/.test(basis) ? 'before' : tax
  return tax !== '' && said !== tax ? `${tax} tax, but “${basis}”` : ''
}

/** What changed since an answer with a tenth less pay, a year ago, with pay as the only step. */
const sinceOf = (profile: ParticipantProfile) => {
  const less = { ...profile, salary: Math.round((profile.salary ?? 0) * 0.9) }
  const [newer, before] = [profile, less].map((each) => answerFor(each, {}, null, 200))
  if (newer === undefined || before === undefined) throw new Error('no answers')
  const earlier = { ...before.saved, id: 'earlier', savedAt: '2025-11-27T15:00:00.000Z' }
  const pair = { earlier, newer: { ...newer.saved, id: 'newer' } }
  const step = { step: 'pay', answer: { ...before.saved, id: 'step' } } as const
  const bridge = bridgeOf(pair, { again: null, steps: [step] }, statementRules)
  const band = bandOf({ ...pair, days: 200 }, statementRules)
  return {
    figures: [
      ...(isMissing(bridge)
        ? []
        : [bridge.difference, ...bridge.steps.map(({ figure }) => figure)]),
      ...(isMissing(band) ? [] : [...Object.values(band.markets), band.balance, band.over]),
    ].filter((figure) => figure !== null),
    answers: [newer.raw, before.raw],
  }
}

/** A sentence for each fault in one participant's statements. */
const faultsOf = (xml: string, paths?: number): readonly string[] => {
  const profile = profileIn(xml)
  const since = sinceOf(profile)
  return statementsFor(profile, paths).flatMap(({ statement, answers: own }, index) => {
    const isFirst = index === 0
    const answers = isFirst ? [...own, ...since.answers] : own
    const figures = withParts([
      ...figuresOf(statement),
      ...(isFirst ? [...saidOf(profile), ...since.figures] : []),
    ])
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
      const kind = kindFault(figure)
      for (const fault of [wrong, kind]) if (fault !== '') faults.push(`${figure.id}: ${fault}`)
    }
    for (const { incomes, role } of statement.strategies) {
      const [poor, average, good] = marketNames.map((market) => amountOf(incomes[market]))
      if (
        incomes.average !== null &&
        ((poor ?? 0) > (average ?? 0) || (average ?? 0) > (good ?? 0))
      )
        faults.push(`${role}: poor ${poor}, average ${average}, good ${good}`)
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
}

test('the sentences on the file, the inputs and the law have figures of each kind', () => {
  const ids = examplePeople.flatMap(({ xml }) => saidOf(profileIn(xml)).map(({ id }) => id))
  for (const kind of [
    'file/doubt/Salary/-5.5',
    'unusual/A salary/-5',
    'unusual/A savings rate/150',
    'typed/pay/1',
    'typed/rate/60',
    'law/2026/electiveDeferral/2026',
    'law/2026/rothCatchUpWages/2026',
    'law/2026/earningsTest/before',
    'file/Salary/twoWeeks/',
  ])
    expect(
      ids.some((id) => id.startsWith(kind)),
      kind,
    ).toBe(true)
  expect(ids.some((id) => /\/limit\/2026\/[\d.]+$/.test(id))).toBe(true)
  expect(ids.some((id) => /\/account\/.*\/limit$/.test(id))).toBe(true)
})

const seed = process.env['GLIDEPATH_PEOPLE_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))
const count = Number(process.env['GLIDEPATH_PEOPLE'] ?? 30)

describe('every figure has one value, adds up, can be recomputed from its explanation, and is subtracted only from figures of its kind,', () => {
  test.each(examplePeople.map(({ id, xml }) => [id, xml] as const))('for %s', (_id, xml) => {
    expect(faultsOf(xml)).toEqual([])
  })

  test(`for ${count} random people (seed ${seed})`, { timeout: 600_000 }, () => {
    const faults = randomPeople(count, seed).flatMap((person) =>
      faultsOf(writePersonXml(person), 200).map((fault) => `${person.userId}: ${fault}`),
    )
    expect(faults).toEqual([])
  })
})
