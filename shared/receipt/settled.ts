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

/** Finds the settlement in an explanation, the only place where older receipts have it. */
const inExplanation =
  /^Settled by (.+) on (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC: it (went|did not go) through\.(?: Transaction id (\S+)\. )?/

/**
 * The outcomes that settling can give. The explanation on a receipt with any other outcome comes
 * from elsewhere, such as the service.
 */
const settledOutcomes: Partial<Record<Receipt['outcome'], string>> = {
  accepted: 'went',
  notSent: 'did not go',
}

export type Settleable = Pick<Receipt, 'outcome' | 'settled' | 'explanation'>

export const settledOf = ({ outcome, settled, explanation }: Settleable): Settled | null => {
  if (settled !== null) return settled
  const found = inExplanation.exec(explanation)
  if (found === null) return null
  const [, by = '', day = '', time = '', went = '', transactionId = ''] = found
  const at = `${day}T${time}.000Z`
  return went === settledOutcomes[outcome] && Number.isFinite(Date.parse(at))
    ? { by, at, saidBy: null, wentThrough: outcome === 'accepted', transactionId }
    : null
}
