import type { Mark } from '#shared/report/page-model.ts'
import { assetMixScopes, type AssetMixScope } from '#shared/strategy/asset-mix.ts'
import { fundChanges, percentChange } from '#shared/strategy/fund-changes.ts'
import type { ReportFacts } from './facts.ts'
import { percent, signedPoints } from './figures.ts'
import { heading } from './first-page.ts'
import { classInks, ink } from './ink.ts'
import { box, type Sheet } from './sheet.ts'

/** Pages about the investments: the mix of assets, and the funds of each account. */

const note = { size: 7.8, color: ink.muted, leading: 11 } as const
const inkAt = (index: number): string => classInks[index % classInks.length] ?? ink.strong

/** Accounts with their own mix in the report; more would fill it. */
const accountsShown = 6

const mixBars = (sheet: Sheet, { label, comparison }: AssetMixScope): void => {
  const sides = (
    [
      ['Today', 'current'],
      ['Recommended', 'revised'],
    ] as const
  ).filter(([, side]) => comparison.rows.some((row) => row[side] !== null))
  const alt = sides
    .map(
      ([name, side]) =>
        `${label}, ${name}: ${comparison.rows.map((row) => `${row.label} ${percent(row[side])}`).join(', ')}.`,
    )
    .join(' ')
  sheet.block('figure', sides.length * 20 + 4, alt, (top) =>
    sides.flatMap(([name, side], line): readonly Mark[] => {
      const [left, width] = [sheet.left + 80, sheet.inner - 80]
      const total = comparison.rows.reduce((sum, row) => sum + Math.max(0, row[side] ?? 0), 0) || 1
      let x = left
      const pieces = comparison.rows.flatMap((row, index): readonly Mark[] => {
        const wide = (Math.max(0, row[side] ?? 0) / total) * width
        const at = x
        x += wide
        return wide <= 0
          ? []
          : [{ ...box(at, top + line * 20, Math.max(0.3, wide - 0.6), 14), fill: inkAt(index) }]
      })
      return [
        sheet.line(name, sheet.left, top + line * 20 + 10, { size: 8.5, weight: 'bold' }),
        ...pieces,
      ]
    }),
  )
}

/**
 * Percent today and as recommended, with the change; a side that was not sent has no column, and then there is no
 * change.
 */
const sidesTable = (
  sheet: Sheet,
  name: string,
  sides: { readonly today: boolean; readonly recommended: boolean },
  rows: readonly {
    readonly name: string
    readonly today: number | null
    readonly recommended: number | null
    readonly change: number | null
    readonly swatch?: string
  }[],
): void => {
  const columns = [
    ...(sides.today ? (['Today'] as const) : []),
    ...(sides.recommended ? (['Recommended'] as const) : []),
    ...(sides.today && sides.recommended ? (['Change'] as const) : []),
  ]
  const share = 0.17
  sheet.table(
    [
      { label: name, share: 1 - columns.length * share, align: 'left' },
      ...columns.map((label) => ({ label, share, align: 'right' as const })),
    ],
    rows.map(({ name: first, today, recommended, change, ...mark }) => {
      const cells = {
        Today: percent(today),
        Recommended: percent(recommended),
        Change: signedPoints(change),
      }
      return { ...mark, cells: [first, ...columns.map((column) => cells[column])] }
    }),
  )
}

const mixTable = (sheet: Sheet, { comparison: { rows } }: AssetMixScope): void =>
  sidesTable(
    sheet,
    'Kind of investment',
    {
      today: rows.some(({ current }) => current !== null),
      recommended: rows.some(({ revised }) => revised !== null),
    },
    rows.map(({ label, current, revised, difference }, index) => ({
      name: label,
      today: current,
      recommended: revised,
      change: difference,
      swatch: inkAt(index),
    })),
  )

/** `today and as recommended`, as far as either exists. */
const sidesWords = (
  { today, recommended }: ReportFacts['strategies'],
  asRecommended: string,
): string =>
  [...(today === null ? [] : ['today']), ...(recommended === null ? [] : [asRecommended])].join(
    ' and ',
  )

/** Asset mixes of today's and the recommended strategy; false if neither answer has one. */
export const mixPart = (sheet: Sheet, { strategies, mappings, mask }: ReportFacts): boolean => {
  const scopes = assetMixScopes(strategies.today, strategies.recommended, mappings)
  if (scopes.length === 0) return false
  const sameText = (scope: AssetMixScope): string => JSON.stringify(scope.comparison)
  const unlike = scopes.filter(
    (scope, index) => scopes.findIndex((other) => sameText(other) === sameText(scope)) === index,
  )
  const distinct = unlike.filter(({ id }) => !id.includes('/'))
  const narrow = unlike.filter(({ id }) => id.includes('/'))
  sheet.text(
    'p',
    `Percent of the savings in each kind of investment, ${sidesWords(strategies, 'with the recommended funds')}.`,
    note,
  )
  for (const scope of [
    ...distinct,
    ...(narrow.length > accountsShown && distinct.length > 0 ? [] : narrow),
  ]) {
    const { currentRisk, revisedRisk } = scope.comparison
    heading(sheet, mask(scope.label), 150)
    const risks = [
      ...(currentRisk === '' ? [] : [`today ${currentRisk}`]),
      ...(revisedRisk === '' ? [] : [`recommended ${revisedRisk}`]),
    ]
    if (risks.length > 0) {
      sheet.text('p', `Level of risk, in the service’s words: ${risks.join(', ')}.`, note)
      sheet.space(4)
    }
    mixBars(sheet, { ...scope, label: mask(scope.label) })
    mixTable(sheet, scope)
  }
  if (narrow.length > accountsShown && distinct.length > 0) {
    sheet.space(10)
    sheet.text(
      'p',
      `The mixes of ${narrow.length} accounts by themselves are in the saved result.`,
      note,
    )
  }
  return true
}

/** The recommended funds of each account, one by one; false if no answer lists funds. */
export const fundsPart = (sheet: Sheet, { strategies, mappings, mask }: ReportFacts): boolean => {
  const accounts = fundChanges(strategies.today, strategies.recommended, mappings)
  if (accounts.length === 0) return false
  sheet.text('p', `Percent of each account, ${sidesWords(strategies, 'as recommended')}.`, note)
  for (const { label, funds, currentTable, revisedTable } of accounts) {
    heading(sheet, mask(label), 70)
    const held = funds.filter(
      ({ currentPercent, revisedPercent }) =>
        (currentPercent ?? 0) !== 0 ||
        (revisedPercent ?? 0) !== 0 ||
        (currentPercent === null && revisedPercent === null),
    )
    if (held.length > 0) {
      sidesTable(
        sheet,
        'Fund',
        {
          today: funds.some(({ currentPercent }) => currentPercent !== null),
          recommended: funds.some(({ revisedPercent }) => revisedPercent !== null),
        },
        held.map((fund) => ({
          name:
            fund.name === '' ? fund.id : fund.id === '' ? fund.name : `${fund.name} (${fund.id})`,
          today: fund.currentPercent,
          recommended: fund.revisedPercent,
          change: percentChange(fund),
        })),
      )
    }
    const left = funds.length - held.length
    if (left > 0) {
      sheet.space(5)
      sheet.text(
        'p',
        `${left === 1 ? 'One fund of the plan is' : `${left} funds of the plan are`} neither held nor recommended.`,
        note,
      )
    }
    const unread = (currentTable?.rows.length ?? 0) + (revisedTable?.rows.length ?? 0)
    if (unread > 0)
      sheet.text(
        'p',
        `${unread} lines of the service’s answer are of another form; they are in the saved result.`,
        note,
      )
  }
  return true
}
