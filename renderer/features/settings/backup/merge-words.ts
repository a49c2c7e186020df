import type { MergeKind, MergePart, MergePreview } from '#shared/backup/backup.ts'
import { count, plural } from '../../../lib/format.ts'

const kinds: Readonly<
  Record<MergeKind, { readonly title: string; readonly one: string; readonly several: string }>
> = {
  results: {
    title: 'Forecasts and case information',
    one: 'saved result',
    several: 'saved results',
  },
  receipts: { title: 'Receipts', one: 'receipt', several: 'receipts' },
  submissions: { title: 'Submissions', one: 'submission', several: 'submissions' },
  lists: { title: 'Lists of opt-outs', one: 'list of opt-outs', several: 'lists of opt-outs' },
  calls: {
    title: 'Days of calls without a request',
    one: 'day of calls',
    several: 'days of calls',
  },
  texts: {
    title: 'Texts of the Opt-out desk',
    one: 'environment’s desk texts',
    several: 'environments’ desk texts',
  },
  holds: { title: 'Legal holds', one: 'legal hold', several: 'legal holds' },
  plans: { title: 'Plan directories', one: 'plan directory', several: 'plan directories' },
}

export const kindTitle = (what: MergeKind): string => kinds[what].title

/**
 * How many rows would be merged: new ones, and submissions whose outcome only the backup or file
 * knows.
 */
export const comingOf = ({ fresh, further }: MergePart): number => fresh + further

/** The kinds that occur in the backup or file. */
export const partsIn = ({ parts }: MergePreview): readonly MergePart[] =>
  parts.filter((part) => comingOf(part) + part.same + part.differ + part.unreadable > 0)

/** `12 receipts and 1 list of opt-outs`; empty if nothing was merged. */
export const broughtWords = ({ parts }: MergePreview): string => {
  const brought = parts
    .filter((part) => comingOf(part) > 0)
    .map((part) => plural(comingOf(part), kinds[part.what].one, kinds[part.what].several))
  return brought.length < 2
    ? brought.join('')
    : `${brought.slice(0, -1).join(', ')} and ${brought.at(-1)}`
}

export const activityWords = ({ activity }: MergePreview): string => {
  if (activity === null) return ''
  return activity.isContinued
    ? 'The activity log here already has its records.'
    : `Its activity log (${plural(activity.records, 'record')}) stays in the backup. The log here goes on, and notes the restore.`
}

export const unnamedWords = ({ parts, unreadable }: MergePreview): string => {
  const all = parts.reduce((sum, part) => sum + part.unreadable, 0)
  return all > unreadable.length ? `And ${count(all - unreadable.length)} more.` : ''
}
