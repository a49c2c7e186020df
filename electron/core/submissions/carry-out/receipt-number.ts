import { drawRandom } from '../../records/random.ts'

/** Crockford's alphabet without letters that are misheard or misread on the phone. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const drawNumber = (day: string): string =>
  `GP-${day}-${Array.from(drawRandom(6), (byte) => alphabet.charAt(byte % alphabet.length)).join('')}`

/**
 * Receipt numbers a person can read out: `GP-20261120-7F3K2M`, date in UTC and six random characters. Of the ten thousand
 * rows of a list two would share one in a list of fifteen: none that was given before on the same day is given again.
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
