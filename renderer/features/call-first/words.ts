import type { RosterRow, RosterView } from '#shared/forecasts/roster.ts'
import { dayOf } from '#shared/moments.ts'
import { markWords } from '#shared/records/marks.ts'
import { count, date, dollars, percent, plural, span, time } from '../../lib/format.ts'
import { explain } from '../../lib/errors.ts'
import type { Counts } from './order.ts'

/** A row's name, else its number, else that both are missing; the file name for an unreadable file. */
export const rowName = ({ name, participantId, fileName, sendable }: RosterRow): string =>
  sendable ? name || participantId || 'Without name and number' : fileName

/** `today`, `Mar 3`, `Mar 3, 2025`, `never`; an en dash without a number to tell people apart by. */
export const talkWords = ({ lastTalk, participantId }: RosterRow, now: Date): string => {
  if (lastTalk === null) return participantId === '' ? '–' : 'never'
  const day = new Date(lastTalk)
  if (dayOf(day) === dayOf(now)) return 'today'
  const year = day.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return day.toLocaleDateString(navigator.language, { month: 'short', day: 'numeric', ...year })
}

const daysOf = (rows: readonly RosterRow[]) => {
  const made = rows.flatMap(({ figures }) => figures?.savedAt ?? []).sort()
  const [first, last] = [made[0], made.at(-1)]
  if (first === undefined || last === undefined) return ''
  return date(first) === date(last) ? `from ${date(first)}` : `from ${date(first)} to ${date(last)}`
}

/** The list's subject and the time of its forecasts: `48 participants · all forecast 9:20 AM, in 11 s`. */
export const headWords = (
  { name, kind, files, leftOut, rows, lastRun, running }: RosterView,
  counts: Counts,
): string => {
  const forecast = `${count(counts.forecast)} forecast`
  const when = running
    ? forecast
    : counts.forecast === 0
      ? 'nobody forecast yet'
      : lastRun !== null && lastRun.forecast === counts.people
        ? `all forecast ${time(lastRun.at)}, ${lastRun.tookMs < 1000 ? 'in under a second' : `in ${span(lastRun.tookMs / 1000)}`}`
        : `${counts.missing === 0 ? 'all forecast' : forecast}, ${daysOf(rows)}`
  return [
    kind === 'file' ? name : `${name}, ${plural(files, 'file')}`,
    plural(counts.people, 'participant'),
    counts.damaged > 0 && `${plural(counts.damaged, 'file')} cannot be read`,
    leftOut > 0 && `${plural(leftOut, 'further file')} left out: at most ${count(files)} are read`,
    when,
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

const percentilesOf = (
  rows: readonly RosterRow[],
  which: 'typicalPercentile' | 'poorPercentile',
) => {
  const all = [...new Set(rows.flatMap(({ figures }) => figures?.[which] ?? []))].sort(
    (a, b) => a - b,
  )
  return all.length === 0 ? '' : all.length === 1 ? `${all[0]}` : `${all[0]}–${all.at(-1)}`
}

export const basisWords = (
  rows: readonly RosterRow[],
  { open }: Counts,
  shareOfSalary: number,
): string => {
  const [typical, poor] = [
    percentilesOf(rows, 'typicalPercentile'),
    percentilesOf(rows, 'poorPercentile'),
  ]
  const markets =
    typical === ''
      ? ''
      : ` Typical markets: percentile ${typical}${poor === '' ? '' : `, poor: ${poor}`}.`
  const uncounted =
    open === 0
      ? ''
      : ` ${plural(open, 'participant')} in none of the counts: no need or no market income in the answer.`
  return `Dollars a month: SustainableRetirementIncome of today’s strategy, taxes and dollar year as the service has them.${markets} Need: the service’s goal, else ${percent(shareOfSalary)} of salary.${uncounted} Hypothetical; not a guarantee.`
}

/** All of one row in a sentence or two, for the line below the list. */
export const marksWords = ({ marks }: RosterRow): string =>
  marks.map((mark) => `${markWords(mark, date)}.`).join(' ')

export const detailWords = (row: RosterRow): string =>
  [marksWords(row), ...row.doubts, figureWords(row)].filter(Boolean).join(' ')

const figureWords = ({ figures, problem, sendable, running }: RosterRow): string => {
  if (problem !== null) {
    const { happened, next } = explain(problem)
    const earlier = figures === null ? '' : ' The figures are those of an earlier forecast.'
    return `${happened} ${sendable ? next : 'Nothing is sent for this file.'}${earlier}`
  }
  if (running) return 'Being forecast now.'
  if (figures === null) return 'Not forecast yet.'
  const { typical, poor, need, needSource, savedAt } = figures
  const source = needSource === 'salaryShare' ? 'a share of salary' : 'the service’s goal'
  const income =
    typical === null
      ? 'Typical income is not in the answer.'
      : `${dollars(Math.round(typical))} in typical markets${poor === null ? '' : `, ${dollars(Math.round(poor))} in poor ones`};`
  const against =
    need === null
      ? ' no need is known: neither a goal nor a salary.'
      : ` ${dollars(Math.round(need))} needed (${source}).`
  return `${income}${against} Forecast ${date(savedAt)}, ${time(savedAt)}.`
}
