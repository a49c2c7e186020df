import type { Mark } from '#shared/report/page-model.ts'
import { assetMixScopes, type AssetMixScope } from '#shared/strategy/pictures/asset-mix.ts'
import { fundChanges, percentChange } from '#shared/strategy/changes/fund-changes.ts'
import type { ReportFacts } from './facts.ts'
import { percent, signedPoints } from './figures.ts'
import { classInks, ink, small } from './ink.ts'
import { box, type Sheet } from './sheet.ts'

const inkAt = (index: number): string => classInks[index % classInks.length] ?? ink.strong

/** Accounts with their own mix in the report; more would fill it. */
const accountsShown = 6

const mixBars = (sheet: Sheet, label: string, { rows }: AssetMixScope['comparison']) => {
  const sides = (
    [
      ['Today', 'current'],
      ['Recommended', 'revised'],
    ] as const
  ).filter(([, side]) => rows.some((row) => row[side] !== null))
  const alt = sides.map(([name, side]) => {
    const shares = rows.map((row) => `${row.label} ${percent(row[side])}`)
    return `${label}, ${name}: ${shares.join(', ')}.`
  })
  sheet.block('figure', sides.length * 20 + 4, alt.join(' '), (top) =>
    sides.map(([name, side], line): readonly Mark[] => {
      const y = top + line * 20
      const parts = rows.map((row) => Math.max(0, row[side] ?? 0))
      const total = parts.reduce((sum, part) => sum + part, 0) || 1
      let x = sheet.left + 80
      const pieces = parts.flatMap((part, index) => {
        const wide = (part / total) * (sheet.inner - 80)
        const at = x
        x += wide
        const place = [at, y, Math.max(0.3, wide - 0.6), 14] as const
        return wide <= 0 ? [] : [box(place, { fill: inkAt(index) })]
      })
      return [sheet.line(name, sheet.left, y + 10, { size: 8.5, weight: 'bold' }), ...pieces]
    }),
  )
}

/** Percent today and as recommended, with the change; a side that was not sent has no column, nor is there a change. */
const sidesTable = (
  sheet: Sheet,
  name: string,
  sides: { readonly today: boolean; readonly recommended: boolean },
  rows: readonly (readonly [
    name: string,
    today: number | null,
    recommended: number | null,
    change: number | null,
  ])[],
  swatches: readonly string[] = [],
) => {
  const shown = [sides.today, sides.recommended, sides.today && sides.recommended]
  const isShown = (_: unknown, index: number) => shown[index] === true
  const labels = ['Today', 'Recommended', 'Change'].filter(isShown)
  sheet.table(
    [name, ...labels],
    [1 - labels.length * 0.17],
    rows.map(([first, today, recommended, change]) => [
      first,
      ...[percent(today), percent(recommended), signedPoints(change)].filter(isShown),
    ]),
    { swatches },
  )
}

const sidesWords = ({ today, recommended }: ReportFacts['strategies'], asRecommended: string) =>
  [today !== null && 'today', recommended !== null && asRecommended].filter(Boolean).join(' and ')

/** False if neither answer has a mix. */
export const mixPart = (sheet: Sheet, { strategies, mappings, mask }: ReportFacts): boolean => {
  const scopes = assetMixScopes(strategies.today, strategies.recommended, mappings)
  if (scopes.length === 0) return false
  const texts = scopes.map(({ comparison }) => JSON.stringify(comparison))
  const unlike = scopes.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
  const narrow = unlike.filter(({ id }) => id.includes('/'))
  const wide = unlike.filter((scope) => !narrow.includes(scope))
  const areTooMany = narrow.length > accountsShown && wide.length > 0
  sheet.text(
    `Percent of the savings in each kind of investment, ${sidesWords(strategies, 'with the recommended funds')}.`,
    small,
  )
  for (const { label, comparison } of areTooMany ? wide : [...wide, ...narrow]) {
    const { rows, currentRisk, revisedRisk } = comparison
    sheet.heading(mask(label), 150)
    const risks = [
      currentRisk !== '' && `today ${currentRisk}`,
      revisedRisk !== '' && `recommended ${revisedRisk}`,
    ].filter(Boolean)
    if (risks.length > 0) {
      sheet.text(`Level of risk, in the service’s words: ${risks.join(', ')}.`, small)
      sheet.space(4)
    }
    mixBars(sheet, mask(label), comparison)
    sidesTable(
      sheet,
      'Kind of investment',
      {
        today: rows.some(({ current }) => current !== null),
        recommended: rows.some(({ revised }) => revised !== null),
      },
      rows.map((row) => [row.label, row.current, row.revised, row.difference]),
      rows.map((_, index) => inkAt(index)),
    )
  }
  if (areTooMany) {
    const words = `The mixes of ${narrow.length} accounts by themselves are in the saved result.`
    sheet.text(words, { ...small, above: 10 })
  }
  return true
}

/** The recommended funds of each account; false if no answer lists funds. */
export const fundsPart = (sheet: Sheet, { strategies, mappings, mask }: ReportFacts): boolean => {
  const accounts = fundChanges(strategies.today, strategies.recommended, mappings)
  if (accounts.length === 0) return false
  sheet.text(`Percent of each account, ${sidesWords(strategies, 'as recommended')}.`, small)
  for (const { label, funds, currentTable, revisedTable } of accounts) {
    sheet.heading(mask(label), 70)
    const held = funds.filter(
      ({ currentPercent: from, revisedPercent: to }) =>
        (from === null && to === null) || (from ?? 0) !== 0 || (to ?? 0) !== 0,
    )
    if (held.length > 0)
      sidesTable(
        sheet,
        'Fund',
        {
          today: funds.some(({ currentPercent }) => currentPercent !== null),
          recommended: funds.some(({ revisedPercent }) => revisedPercent !== null),
        },
        held.map((fund) => [
          fund.name !== '' && fund.id !== '' ? `${fund.name} (${fund.id})` : fund.name || fund.id,
          fund.currentPercent,
          fund.revisedPercent,
          percentChange(fund),
        ]),
      )
    const left = funds.length - held.length
    if (left > 0) {
      const which = left === 1 ? 'One fund of the plan is' : `${left} funds of the plan are`
      sheet.text(`${which} neither held nor recommended.`, { ...small, above: 5 })
    }
    const unread = (currentTable?.rows.length ?? 0) + (revisedTable?.rows.length ?? 0)
    if (unread > 0)
      sheet.text(
        `${unread} lines of the service’s answer are of another form; they are in the saved result.`,
        small,
      )
  }
  return true
}
