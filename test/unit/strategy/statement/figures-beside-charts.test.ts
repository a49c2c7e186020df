import { year2026 } from '#test/support/samples/saving-years.ts'
import { describe, expect, test } from 'vitest'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { fileSavings } from '#shared/savings/file-savings.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { annuityOf } from '#shared/strategy/statement/investments/annuity.ts'
import { explanationText, partsOf } from '#shared/strategy/statement/explain.ts'
import type { Figure, SavingFigures } from '#shared/figures/figure.ts'
import { accountsInFile } from '#shared/strategy/statement/file/file-accounts.ts'
import { savingsInFile } from '#shared/strategy/statement/file/file-savings.ts'
import { fundCosts } from '#shared/strategy/statement/investments/fund-costs.ts'
import { fundsOf } from '#shared/strategy/statement/investments/funds.ts'
import { historyOf } from '#shared/strategy/statement/investments/history.ts'
import { pastBalancesOf } from '#shared/strategy/statement/investments/past-balances.ts'
import { mixesOf } from '#shared/strategy/statement/investments/mix.ts'
import { exportFigure, writeFigure } from '#shared/strategy/statement/said.ts'
import { savingsOf, type Savings } from '#shared/strategy/statement/savings/savings.ts'
import { savingsByKind } from '#shared/strategy/statement/savings/savings-by-kind.ts'
import { claimFigures, typedPay, typedPension } from '#shared/strategy/statement/typed.ts'
import { sideOf } from '#shared/strategy/statement/side.ts'
import { claimRows } from '#shared/strategy/statement/claims/social-security.ts'
import { checkExplanation } from '#test/support/figures/second-evaluator.ts'
import {
  americanWriter,
  answerFor,
  profileIn,
  usualRules,
} from '#test/support/figures/statements.ts'

/**
 * Savings, funds, mixes, Social Security and annuities in the answers of the example people, and in
 * their files.
 */

const both = ({ percent, dollars }: SavingFigures) => [percent, dollars]

const statementsOf = (xml: string) => {
  const profile = profileIn(xml)
  const { saved, raw } = answerFor(profile, {}, null, 20)
  const { current, revised } = pickPair(saved.reading.strategies)
  const sides = {
    current: sideOf('today', saved, current, usualRules.unitsOf),
    revised: sideOf('recommended', saved, revised, usualRules.unitsOf),
  }
  const { accountMappings } = saved.reading
  const known = [sides.current, sides.revised].filter((side) => side !== null)
  return {
    raw,
    savings: known.map((side) => savingsOf(side, accountMappings)),
    funds: fundsOf(sides, accountMappings, profile),
    mixes: mixesOf(sides, accountMappings),
    claims: known.flatMap(claimRows),
    history: known.flatMap(historyOf),
    past: known.flatMap((side) => pastBalancesOf(side, accountMappings)?.accounts ?? []),
    byKind: savingsByKind(sides.current, sides.revised, accountMappings),
    annuities: known.flatMap((side) => annuityOf(side) ?? []),
    inFile: savingsInFile(profile, fileSavings(profile, year2026())),
    accounts: accountsInFile(profile),
  }
}
type All = ReturnType<typeof statementsOf>

const claim = { age: 70, benefit: 31_333.92, amount: 35_600.4, startYear: '2031' }
const typed = [typedPay(92_400.5), typedPension(18_000), ...Object.values(claimFigures(claim))]

const figuresOf = ({
  savings,
  funds,
  mixes,
  claims,
  history,
  past,
  byKind,
  annuities,
  inFile,
  accounts,
}: All) => {
  const costs = fundCosts(funds)
  return [
    ...savings.flatMap(({ lines, parts }) => [...lines, ...parts].flatMap(both)),
    ...funds.flatMap((account) =>
      account.funds.flatMap(({ percent, dollars, points, expense }) => [
        percent.current,
        percent.revised,
        dollars.current,
        dollars.revised,
        points,
        expense,
      ]),
    ),
    ...[costs.current, costs.revised, costs.difference],
    ...mixes.flatMap(({ rows }) =>
      rows.flatMap(({ current, revised, points }) => [current, revised, points]),
    ),
    ...claims.flatMap(({ amount, aMonth, gross, full }) => [amount, aMonth, gross, full]),
    ...history.flatMap(({ mixReturn, benchmarkReturn, fall, mix, benchmark }) => [
      ...[mixReturn, benchmarkReturn, fall],
      ...[...mix, ...benchmark],
    ]),
    ...past.flatMap(({ figures }) => figures),
    ...byKind.flatMap(({ current, revised, difference }) => [
      ...[...both(current), ...both(revised)],
      difference,
    ]),
    ...typed,
    ...annuities.flatMap(({ advice }) => advice.flatMap(({ share, amount }) => [share, amount])),
    ...[...inFile.lines, ...inFile.rows].flatMap(both),
    accounts.total,
    ...accounts.accounts.flatMap(({ balance, holdings }) => [
      balance,
      ...holdings.flatMap((each) => [each.balance, each.share]),
    ]),
  ].filter((figure) => figure !== null)
}

const withParts = (figures: readonly Figure[]): readonly Figure[] =>
  figures.flatMap((figure) => [figure, ...withParts(partsOf(figure))])

const sum = (figures: readonly (Figure | null)[]) =>
  figures.reduce((all, figure) => all + (figure === null ? 0 : exportFigure(figure)), 0)

const addsUp = ({ lines, parts }: Savings) => {
  const at = (wanted: string) => lines.find(({ key }) => key === wanted)
  const of = (isTheirs: boolean) => parts.filter(({ kind }) => (kind === 'employer') === isTheirs)
  const [you, employer, total] = [at('you'), at('employer'), at('total')]
  return (['percent', 'dollars'] as const).flatMap((field) =>
    [
      [you?.[field], of(false)] as const,
      [employer?.[field], of(true)] as const,
      [total?.[field], parts] as const,
    ].map(([whole, members]) =>
      whole === null || whole === undefined
        ? null
        : [exportFigure(whole), Number(sum(members.map((part) => part[field])).toFixed(2))],
    ),
  )
}

describe.each(examplePeople.map(({ id, xml }) => [id, xml] as const))(
  'in the answer for %s,',
  (_, xml) => {
    const all = statementsOf(xml)

    test('every figure has one value, and its explanation leads to it', () => {
      const texts = new Map<string, string>()
      const faults: string[] = []
      for (const figure of withParts(figuresOf(all))) {
        const text = writeFigure(figure, americanWriter)
        const before = texts.get(figure.id)
        if (before !== undefined && before !== text) faults.push(`${figure.id}: ${before}, ${text}`)
        texts.set(figure.id, text)
        if (before !== undefined) continue
        const { wrong } = checkExplanation(explanationText(figure, americanWriter), {
          answers: [all.raw],
        })
        if (wrong !== '') faults.push(`${figure.id}: ${wrong}`)
      }
      expect(faults).toEqual([])
    })

    test('each sum equals the sum of its parts as shown', () => {
      for (const pair of all.savings.flatMap(addsUp)) if (pair) expect(pair[0]).toBe(pair[1])
      const { accounts, total } = all.accounts
      if (total) expect(exportFigure(total)).toBe(sum(accounts.map(({ balance }) => balance)))
      for (const { balance, holdings } of accounts)
        if (balance && holdings.length > 0)
          expect(exportFigure(balance)).toBe(sum(holdings.map((each) => each.balance)))
    })
  },
)
