import { NumberParser } from '@internationalized/number'

const parsers = new Map<string, NumberParser>()
const parserFor = (locale: string): NumberParser => {
  const known = parsers.get(locale)
  if (known) return known
  const made = new NumberParser(locale, { style: 'decimal', maximumFractionDigits: 10 })
  parsers.set(locale, made)
  return made
}

/**
 * The number a person typed the way their locale writes it: `75,000` or `$75 000` or `75.000,50`, in Arabic digits too.
 * A dollar or percent sign is passed over. `null` when nothing was typed, `NaN` when it is no number.
 */
export const typedNumber = (text: string, locale = navigator.language): number | null => {
  const bare = text.replace(/US\$|[$%]/g, '').trim()
  if (bare === '') return null
  return /\p{Nd}/u.test(bare) && !/[a-z]/i.test(bare) ? parserFor(locale).parse(bare) : Number.NaN
}

/** A number as a person of this locale would type it. */
export const asTyped = (value: number | null, locale = navigator.language): string =>
  value === null ? '' : new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }).format(value)
