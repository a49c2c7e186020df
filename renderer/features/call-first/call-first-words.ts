import type { CallListFigures, CallListRow, CallListView } from '#shared/call-first/channels.ts'
import { dayOf } from '#shared/moments.ts'
import { markWords } from '#shared/records/marks.ts'
import { paragraph, said, type Said } from '#shared/strategy/statement/said.ts'
import { count, date, percent, plural, span, time } from '../../lib/format.ts'
import { explain } from '../../lib/errors.ts'
import type { Counts } from './order.ts'
import { locale } from '../../lib/locale.ts'

/**
 * A row's name, otherwise the participant's number, otherwise a note that both are missing. For an
 * unreadable file, the file name.
 */
export const rowName = ({ name, participantId, fileName, sendable }: CallListRow): string =>
  sendable ? name || participantId || 'Without name and number' : fileName

/** `today`, `Mar 3`, `Mar 3, 2025` or `never`; an en dash if the row has no participant id. */
export const talkWords = ({ lastTalk, participantId }: CallListRow, now: Date): string => {
  if (lastTalk === null) return participantId === '' ? '–' : 'never'
  const day = new Date(lastTalk)
  if (dayOf(day) === dayOf(now)) return 'today'
  const year = day.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return day.toLocaleDateString(locale(), { month: 'short', day: 'numeric', ...year })
}

const daysOf = (rows: readonly CallListRow[]) => {
  const made = rows.flatMap(({ figures }) => figures?.savedAt ?? []).sort()
  const [first, last] = [made[0], made.at(-1)]
  if (first === undefined || last === undefined) return ''
  return date(first) === date(last) ? `from ${date(first)}` : `from ${date(first)} to ${date(last)}`
}

/**
 * Says what the list contains and when it was forecast: `48 participants · all forecast 9:20 AM, in
 * 11 s`.
 */
export const headWords = (
  { name, kind, files, leftOut, rows, lastRun, running }: CallListView,
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

const percentilesOf = (rows: readonly CallListRow[], market: 'poor' | 'average') => {
  const all = [...new Set(rows.flatMap(({ figures }) => figures?.percentiles[market] ?? []))].sort(
    (a, b) => a - b,
  )
  return all.length === 0 ? '' : all.length === 1 ? `${all[0]}` : `${all[0]}–${all.at(-1)}`
}

export const basisWords = (
  rows: readonly CallListRow[],
  { open }: Counts,
  shareOfPay: number,
): string => {
  const [average, poor] = [percentilesOf(rows, 'average'), percentilesOf(rows, 'poor')]
  const markets =
    average === ''
      ? ''
      : ` Average markets: percentile ${average}${poor === '' ? '' : `, poor: ${poor}`}.`
  const uncounted =
    open === 0
      ? ''
      : ` ${plural(open, 'participant')} in none of the counts: no goal or no market’s income in the answer.`
  return `Income a month in retirement if nothing changes; after an enrollment, with what was sent.${markets} Goal: the service’s, else ${percent(shareOfPay)} of pay.${uncounted} Hypothetical; not a guarantee.`
}

export const marksWords = ({ marks }: CallListRow): string =>
  marks.map((mark) => `${markWords(mark, date)}.`).join(' ')

const incomeSaid = ({ incomes: { average, poor } }: CallListFigures): Said =>
  average === null
    ? ['No income in average markets is in the answer;']
    : said`${average} a month in average markets${poor && said`, ${poor} in poor ones`};`

const goalSaid = ({ goal }: CallListFigures): Said =>
  goal === null
    ? ['no goal is known: the answer and the file name none.']
    : said`goal ${goal.figure} (${goal.source === 'shareOfPay' ? 'a share of pay' : 'set by the service'}).`

/**
 * A row's income compared with its goal, such as `78% of the goal`; without a goal, just the
 * income.
 */
export const standingSaid = ({ figures }: CallListRow): Said => {
  if (figures === null) return ['not forecast']
  const { incomes, ofGoal } = figures
  if (incomes.average === null) return ['no income in the answer']
  return ofGoal === null ? said`${incomes.average} a month, no goal` : said`${ofGoal} of the goal`
}

const laterSaid = ({ retireAt }: CallListFigures): Said =>
  retireAt === null
    ? []
    : said`Retiring at ${retireAt.age}: ${retireAt.income} a month, ${retireAt.income.about ? 'estimated between ages' : 'an estimate'}.`

/**
 * A row's details in full sentences, shown below the list: first marks and warnings, then figures.
 */
export const detailSaid = (row: CallListRow): Said =>
  paragraph(said`${marksWords(row)}`, ...row.doubts, figuresSaid(row))

/** Says whether a row's figures include what was sent. */
const sentSaid = ({ sent, adds }: CallListFigures): Said =>
  sent === null
    ? []
    : sent === 'unknown'
      ? ['No answer has figures for what was sent; these are without it, and nothing is offered.']
      : [
          `The figures include what was sent.${adds.average === null ? ' What is left of the recommendation is not known.' : ''}`,
        ]

const figuresSaid = ({ figures, problem, sendable, running }: CallListRow): Said => {
  if (problem !== null) {
    const { happened, next } = explain(problem)
    const earlier = figures === null ? '' : ' The figures are those of an earlier forecast.'
    return [`${happened} ${sendable ? next : 'Nothing is sent for this file.'}${earlier}`]
  }
  if (running) return ['Being forecast now.']
  if (figures === null) return ['Not forecast yet.']
  const { savedAt } = figures
  return paragraph(sentSaid(figures), incomeSaid(figures), goalSaid(figures), laterSaid(figures), [
    `Forecast ${date(savedAt)}, ${time(savedAt)}.`,
  ])
}
