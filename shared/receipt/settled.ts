import type { Receipt, Settled } from '../records/receipt.ts'

const said = {
  recordKeeper: 'the recordkeeper says it',
  service: 'the service says it',
  other: 'as the note says, it',
} as const

/** A time in UTC to the second: `2026-11-20 15:04:05 UTC`. */
export const inUtc = (iso: string): string =>
  `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** A time in this computer's time zone: `Nov 20, 2026, 10:04 AM EST`. */
export const inLocalTime = (iso: string, locale = 'en-US'): string =>
  new Date(iso)
    .toLocaleString(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    })
    .replaceAll('\u202f', ' ')

export type MomentWords = (iso: string) => string

/** Words such as `Settled by agent on Nov 20, 2026, 10:04 AM EST: the recordkeeper says it did not go through.` */
export const settledWords = (
  { by, at, saidBy, wentThrough }: Settled,
  moment: MomentWords,
): string =>
  `Settled by ${by} on ${moment(at)}: ${saidBy === null ? 'it' : said[saidBy]} ${wentThrough ? 'went' : 'did not go'} through.`

export const settledLabel = ({ wentThrough }: Pick<Settled, 'wentThrough'>): string =>
  wentThrough ? 'Settled, went through' : 'Settled, did not go through'

export type Settleable = Pick<Receipt, 'outcome' | 'settled' | 'explanation'>

/** How a person settled the submission; null if nobody did. */
export const settledOf = ({ settled }: Pick<Receipt, 'settled'>): Settled | null => settled
