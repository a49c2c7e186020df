import { drawRandom } from '../crypto/random.ts'

/** Crockford's alphabet without letters that are misheard or misread on the phone. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A receipt number a person can read out: `GP-20261120-7F3K2M`, date in UTC and six random characters. */
export const newReceiptNumber = (now: number): string => {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  const random = Array.from(drawRandom(6), (byte) => alphabet[byte % alphabet.length] ?? '2').join('')
  return `GP-${day}-${random}`
}
