import type { SavedForecast } from '#shared/records/saved.ts'
import type { OutlookRow } from '#shared/strategy/outlook.ts'
import { dateTime, dollars } from '../../../../lib/format.ts'
import { needApart, rowNames } from '#shared/strategy/outlook-words.ts'
import { inputWords, notChanged } from '../input-words.ts'
import { figures, type OutcomeReading } from '../outcome/use-outcome.ts'

const lineOf = ({ role, outlook: { poor, typical, good } }: OutlookRow): string => {
  if (typical === null) return `${rowNames[role]}: income not sent`
  const others = [
    ...(poor === null ? [] : [`${dollars(poor.month)} in poor markets`]),
    ...(good === null ? [] : [`${dollars(good.month)} in good ones`]),
  ]
  const about = typical.between ? 'about ' : ''
  const more = others.length === 0 ? '' : `, ${others.join(', ')}`
  return `${rowNames[role]}: ${about}${dollars(typical.month)} a month in typical markets${more}`
}

/**
 * A forecast as a note for a client's file elsewhere: plain text, one line each, with the name and without identifiers.
 */
export const forecastNote = (
  saved: SavedForecast,
  { rows, need, sentence, approximation }: OutcomeReading,
): string => {
  const asked = inputWords(saved).filter(({ value }) => value !== notChanged)
  const simulated = saved.environment.kind === 'training'
  return [
    saved.subject.name === ''
      ? 'Retirement forecast'
      : `Retirement forecast, ${saved.subject.name}`,
    simulated ? 'Training – simulated' : '',
    sentence,
    asked.length === 0
      ? ''
      : `Tried: ${asked.map(({ label, value }) => `${label.toLowerCase()} ${value}`).join('; ')}`,
    ...(approximation?.full ?? []),
    ...rows.map(lineOf),
    need === null ? '' : `Need: ${dollars(need.month)} a month${needApart(rows, need, figures)}`,
    `${dateTime(saved.savedAt)}, ${saved.environment.name}`,
    'Hypothetical; not a guarantee. Results vary with each use and over time.',
  ]
    .filter((line) => line !== '')
    .join('\n')
}
