import { isShortenedNumber } from '#shared/text/shortened-number.ts'
import { isGarbled } from '#shared/text/garbled.ts'
import { isMaskedTaxNumber } from '#shared/text/tax-number.ts'

/** Cells that cannot be what their column means, regardless of the other rows. */

/** What a program or a person writes where there is no value. */
const filler =
  /^[<([{]*(?:null|nil|none|n\.?\s*[/\\]?\s*a\.?|nan|undefined|unknown|unk|unassigned|tb[dac]|missing|blank|empty|pending|not (?:available|applicable|assigned|known|provided)|no (?:id|plan|value|data)|[-–—−_.?*~/\\ ]+|x{3,}|0+(?:[.,]0+)?)[>)\]}]*$/i

const months =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december|mrz|märz|mai|okt|dez|janv|févr|avr|juin|juil|août|déc|ene|abr|ago|dic|set|out'
/** Dates and times as spreadsheets write them: 2-Sep, 27-Nov-2026, Sep-02, 2026-09-02, 9/2/2026, 12:30. */
const dates = [
  new RegExp(`^\\d{1,2}[-/. ]+(?:${months})\\.?(?:[-/. ]+\\d{2,4})?$`, 'i'),
  new RegExp(`^(?:${months})\\.?[-/. ]+(?:\\d{2}|\\d{4}|\\d{1,2},? \\d{4})$`, 'i'),
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ].*)?$/,
  /^\d{1,2}([-/.])\d{1,2}\1(?:\d{2}|\d{4})(?: .*)?$/,
  /^\d{1,2}\/\d{1,2}$/,
  /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?$/i,
]
const booleans = /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso)$/i
const decimal = /^[+-]?\d[\d,]*\.\d+$/
const grouped = /^[+-]?\d{1,3}(?:,\d{3})+$/
const negative = /^[-−]\s*\d+$/
const formula = /^[=@]|^\+(?!\d+$)|^-(?=[A-Z(])/i
/** Between two plans in one cell. */
const severalPlans = /[;|\n\t,]/

const madeBy = (what: string) =>
  `is ${what} that a spreadsheet made of it, so it is no longer the id. Export the column as text.`

/** Why a cell is not an id, as words that follow its name; empty if it may be one. */
export const whyNoId = (value: string): string => {
  if (value === '') return ''
  if (filler.test(value)) return `is “${value}”, which stands for a missing value.`
  if (isShortenedNumber(value) || /^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$/i.test(value))
    return 'is a long number that a spreadsheet has shortened, so digits of it are gone. Export it as text.'
  if (dates.some((date) => date.test(value))) return madeBy('a date or time')
  if (booleans.test(value)) return madeBy('a true or false')
  if (decimal.test(value) || grouped.test(value) || negative.test(value))
    return madeBy('a computed number')
  if (isMaskedTaxNumber(value)) return 'is a Social Security number with hidden digits.'
  return formula.test(value) ? 'is a formula.' : ''
}

/** Why a cell names more than one plan; empty if it does not. */
export const whySeveralPlans = (value: string): string =>
  severalPlans.test(value.replace(/[;|\n\t,]+$/, ''))
    ? 'seems to hold several plans. Say under the columns what stands between them.'
    : ''

export const isFormula = (value: string): boolean =>
  formula.test(value) || /^[=+@-].*[(\d]/.test(value)

/** Marks in names of people in any script, apart from letters and blanks. */
const nameMarks = /[\s.,'’‘ʼʻ`´\u00b4\-‐‑–()/&·"“”ªº\u200c\u200d]/gu

/**
 * Why a text is probably not a name; empty if it may be one. Surnames such as Null, True and May are names. Digits are
 * usual in a column where most names have some.
 */
export const oddName = (value: string, mayHaveDigits: boolean): string => {
  if (isGarbled(value))
    return 'looks garbled, as if the file had been saved or read in the wrong encoding.'
  if (value !== '' && !/\p{L}/u.test(value)) return `is “${value}”, which has no letters.`
  if (/^(?:n\/a|n\.a\.|#.*|undefined|unknown|tbd|<.*>|\(null\))$/i.test(value))
    return `is “${value}”, which may stand for a missing value.`
  if (!mayHaveDigits && /\d/.test(value)) return 'has digits in it.'
  const odd = value.replace(nameMarks, '').replace(/[\p{L}\p{M}\d]/gu, '')
  return odd === '' ? '' : `has “${Array.from(odd)[0] ?? ''}” in it, which names rarely have.`
}

/** Why a text is probably not a plan type; empty if it may be one. */
export const oddPlanType = (value: string): string =>
  whyNoId(value) === '' ? '' : `is “${value}”, which is probably not a type of plan.`
