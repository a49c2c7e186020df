import { drawRandom } from '../../records/random.ts'

/** Crockford's alphabet without letters that people mishear or misread on the phone. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const drawNumber = (day: string): string =>
  `GP-${day}-${Array.from(drawRandom(6), (byte) => alphabet.charAt(byte % alphabet.length)).join('')}`

/**
 * Receipt numbers that a person can read aloud: `GP-20261120-7F3K2M`, the UTC date and six random characters. A number
 * is never given twice on the same day: otherwise one list of ten thousand rows in fifteen would have two equal
 * numbers.
 */
export const createReceiptNumbers = (): ((now: number) => string) => {
  let today = ''
  const given = new Set<string>()
  return (now) => {
    const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
    if (day !== today) given.clear()
    today = day
    let number = drawNumber(day)
    while (given.has(number)) number = drawNumber(day)
    given.add(number)
    return number
  }
}
