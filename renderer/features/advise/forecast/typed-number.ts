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
 * A number as typed in the person's locale: `75,000` or `$75 000` or `75.000,50`, also in Arabic digits. Ignores a
 * dollar or percent sign. `null` if nothing was typed, `NaN` if it is no number.
 */
export const typedNumber = (text: string, locale = navigator.language): number | null => {
  const bare = text.replace(/US\$|[$%]/g, '').trim()
  if (bare === '') return null
  return /\p{Nd}/u.test(bare) && !/[a-z]/i.test(bare) ? parserFor(locale).parse(bare) : Number.NaN
}

/** A {@link typedNumber}; `null` also if it is no number. */
export const numberTyped = (text: string): number | null => {
  const typed = typedNumber(text)
  return Number.isNaN(typed) ? null : typed
}

/** A number as a person of this locale types it. */
export const asTyped = (value: number | null, locale = navigator.language): string =>
  value === null ? '' : new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }).format(value)
