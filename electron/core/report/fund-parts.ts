import type { Mark } from '#shared/report/page-model.ts'
import type { Figure } from '#shared/figures/figure.ts'
import { fundsOf, type Fund } from '#shared/strategy/statement/investments/funds.ts'
import { mixesOf, type Mix } from '#shared/strategy/statement/investments/mix.ts'
import { heightOf, isSameAmount, signOf } from '#shared/strategy/statement/said.ts'
import type { ReportFacts } from './facts.ts'
import { writeChange } from './figures.ts'
import { classInks, ink, small } from './ink.ts'
import { plainText } from './printed.ts'
import { box, type Sheet } from './sheet.ts'

const inkAt = (index: number): string => classInks[index % classInks.length] ?? ink.strong

/**
 * Maximum number of accounts that are shown with their own mix; more would make the report too
 * long.
 */
const accountsShown = 6

const mixBars = (sheet: Sheet, { label, rows }: Mix, { writeAlike, mask }: ReportFacts) => {
  const sides = (
    [
      ['Today', 'current'],
      ['Recommended', 'revised'],
    ] as const
  ).filter(([, side]) => rows.some((row) => row[side] !== null))
  const alt = sides.map(([name, side]) => {
    const shares = rows.map((row) => `${row.label} ${plainText(writeAlike(row[side]))}`)
    return `${mask(label)}, ${name}: ${shares.join(', ')}.`
  })
  sheet.block('figure', sides.length * 20 + 4, alt.join(' '), (top) =>
    sides.map(([name, side], line): readonly Mark[] => {
      const y = top + line * 20
      const size = heightOf(rows.flatMap((row) => row[side] ?? []))
      const parts = rows.map((row) => Math.max(0, row[side] === null ? 0 : size(row[side])))
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

interface SidesRow {
  readonly name: string
  readonly current: Figure | null
  readonly revised: Figure | null
  readonly points: Figure | null
}

/**
 * A table of today's percents, the recommended percents and the change. If the answer lacks one of
 * the two, its column and the change are left out. Only the first row's figures are explained,
 * because the other rows are read the same way.
 */
const sidesTable = (
  sheet: Sheet,
  { write, writeAlike }: ReportFacts,
  name: string,
  rows: readonly SidesRow[],
  swatches: readonly string[] = [],
) => {
  const hasToday = rows.some(({ current }) => current !== null)
  const hasRecommended = rows.some(({ revised }) => revised !== null)
  const shown = [hasToday, hasRecommended, hasToday && hasRecommended]
  const isShown = (_: unknown, index: number) => shown[index] === true
  const labels = ['Today', 'Recommended', 'Change, points'].filter(isShown)
  sheet.table(
    [name, ...labels],
    [1 - labels.length * 0.17],
    rows.map(({ name: first, current, revised, points }, index) => {
      const say = index === 0 ? write : writeAlike
      return [first, ...[say(current), say(revised), writeChange(points, say)].filter(isShown)]
    }),
    { swatches },
  )
}

const areSame = (a: Figure | null, b: Figure | null) =>
  a === null || b === null ? a === b : isSameAmount(a, b)

/** True if two mixes show the same percents. */
const areAlike = (a: Mix, b: Mix): boolean =>
  a.currentRisk === b.currentRisk &&
  a.revisedRisk === b.revisedRisk &&
  a.rows.length === b.rows.length &&
  a.rows.every(({ label, current, revised }, index) => {
    const other = b.rows[index]
    return (
      other?.label === label && areSame(other.current, current) && areSame(other.revised, revised)
    )
  })

const sidesWords = ({ today, recommended }: ReportFacts['sides'], asRecommended: string) =>
  [today !== null && 'today', recommended !== null && asRecommended].filter(Boolean).join(' and ')

/** Draws the mixes; returns false if neither answer has one. */
export const mixPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const { sides, mappings, mask } = facts
  const mixes = mixesOf({ current: sides.today, revised: sides.recommended }, mappings)
  if (mixes.length === 0) return false
  const unlike = mixes.filter((mix) => mixes.find((other) => areAlike(mix, other)) === mix)
  const narrow = unlike.filter(({ id }) => id.includes('/'))
  const wide = unlike.filter((mix) => !narrow.includes(mix))
  const areTooMany = narrow.length > accountsShown && wide.length > 0
  sheet.text(
    `Percent of the savings in each kind of investment, ${sidesWords(sides, 'with the recommended funds')}.`,
    small,
  )
  for (const mix of areTooMany ? wide : [...wide, ...narrow]) {
    const { label, rows, currentRisk, revisedRisk } = mix
    sheet.heading(mask(label), 150)
    const risks = [
      currentRisk !== '' && `today ${currentRisk}`,
      revisedRisk !== '' && `recommended ${revisedRisk}`,
    ].filter(Boolean)
    if (risks.length > 0) {
      sheet.text(`Level of risk, in the service’s words: ${risks.join(', ')}.`, small)
      sheet.space(4)
    }
    mixBars(sheet, mix, facts)
    sidesTable(
      sheet,
      facts,
      'Kind of investment',
      rows.map((row) => ({ ...row, name: row.label })),
      rows.map((_, index) => inkAt(index)),
    )
  }
  if (areTooMany) {
    const words = `The mixes of ${narrow.length} accounts by themselves are in the saved result.`
    sheet.text(words, { ...small, above: 10 })
  }
  return true
}

const isHeld = ({ percent: { current, revised } }: Fund): boolean =>
  (current === null && revised === null) ||
  [current, revised].some((share) => share !== null && signOf(share) !== 0)

/** Draws the recommended funds of each account; returns false if no answer lists funds. */
export const fundsPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const { sides, mappings, mask } = facts
  const accounts = fundsOf({ current: sides.today, revised: sides.recommended }, mappings)
  if (accounts.length === 0) return false
  sheet.text(`Percent of each account, ${sidesWords(sides, 'as recommended')}.`, small)
  for (const { label, funds, currentTable, revisedTable } of accounts) {
    sheet.heading(mask(label), 70)
    const held = funds.filter(isHeld)
    if (held.length > 0)
      sidesTable(
        sheet,
        facts,
        'Fund',
        held.map(({ id, label: fund, isNamed, percent, points }) => ({
          name: isNamed && id !== '' ? `${fund} (${id})` : fund,
          ...percent,
          points,
        })),
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
