import { fromNumeric, fromSent } from '../text/numeric-text.ts'

/** A value read from text, with a remark that follows the value's name, as in "Amount is empty". */
export interface ReadValue<T> {
  readonly value: T
  readonly remark: string
}

const read = <T>(value: T, remark = ''): ReadValue<T> => ({ value, remark })

const groupedNumber = /^\$?\s*(-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?)$/

const notPlain = (text: string) => `is written “${text}”; the service expects plain digits`
const quoted = (text: string) => `“${text.slice(0, 40)}”`

/**
 * Reads a number; `null` for missing, empty or unreadable text, and for an impossible number.
 * Dollar signs and thousands commas cause a remark.
 */
export const readNumber = (text: string | undefined): ReadValue<number | null> => {
  const trimmed = text?.trim() ?? ''
  const plain = fromSent(trimmed)
  if (trimmed === '' || plain !== null) return read(plain)
  const grouped = groupedNumber.exec(trimmed)?.[1]?.replaceAll(',', '')
  const meant = fromSent(grouped)
  if (meant !== null) return read(meant, notPlain(trimmed))
  return fromNumeric(grouped ?? trimmed) === null
    ? read(null, `is not a number: ${quoted(trimmed)}`)
    : read(null, `is too large to be right: ${quoted(trimmed)}; it is not counted`)
}

/** A percent, 0–100; a trailing % or a value outside the range causes a remark. */
export const readPercent = (text: string | undefined): ReadValue<number | null> => {
  const trimmed = text?.trim() ?? ''
  const { value, remark } = readNumber(trimmed.replace(/\s*%$/, ''))
  if (value !== null && (value < 0 || value > 100))
    return read(value, `is ${value}, which is not between 0 and 100 percent`)
  return read(value, remark === '' && trimmed.endsWith('%') ? notPlain(trimmed) : remark)
}

/** A savings rate below this is probably a share of 1, such as 0.06 for 6%. */
const leastLikelyRate = 0.25

/**
 * A savings rate, read like {@link readPercent}; a rate that looks like a share of 1 is not converted, but gets a
 * remark.
 */
export const readRate = (text: string | undefined): ReadValue<number | null> => {
  const percent = readPercent(text)
  const { value, remark } = percent
  if (remark !== '' || value === null || value <= 0 || value >= leastLikelyRate) return percent
  const meant = Math.round(value * 1e6) / 1e4
  return read(value, `is ${value} percent; if ${meant} percent is meant, correct the file`)
}

const isCalendarDate = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Ways to write a date; with slashes or dots, day and month may have one digit. */
export const dateForms = [
  'YYYY-MM-DD',
  'MM/DD/YYYY',
  'DD/MM/YYYY',
  'DD.MM.YYYY',
  'YYYYMMDD',
] as const
export type DateForm = (typeof dateForms)[number]

/** Each date form has its own pattern, for the text before a time and a zone. */
const datePatterns: Readonly<Record<DateForm, RegExp>> = {
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  'MM/DD/YYYY': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  'DD/MM/YYYY': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  'DD.MM.YYYY': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
}
/** A time after a T or blanks, and a zone, as in `xs:date`, `xs:dateTime` and spreadsheets. */
const timePattern = /[T\s]\s*\d{1,2}(?::?\d{2}){1,2}(?:[.,]\d+)?(?:\s*[AP]\.?M\.?)?$/i
const zonePattern = /\s*(?:Z|UTC|GMT|(?<=\d)[+-]\d{2}:\d{2}|(?<=:\d.*)[+-]\d{2}(?:\d{2})?)$/i

/**
 * Reads a date as YYYY-MM-DD, also from a date with a time or a zone, which never move the day;
 * empty for missing or unreadable text.
 */
export const readDate = (
  text: string | undefined,
  form: DateForm = 'YYYY-MM-DD',
): ReadValue<string> => {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return read('')
  const zoneless = trimmed.replace(zonePattern, '')
  const dated = zoneless.replace(timePattern, '')
  const { year = '', month = '', day = '' } = datePatterns[form].exec(dated)?.groups ?? {}
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (year === '' || !isCalendarDate(date))
    return read('', `is not a date in the form ${form}: ${quoted(trimmed)}`)
  const carried = dated !== zoneless ? 'a time' : zoneless !== trimmed ? 'a time zone' : null
  return read(date, carried === null ? '' : `carries ${carried}; read as ${date}`)
}

/**
 * Reads a four-digit year, or with a remark the year of a full date; empty for missing or
 * unreadable text.
 */
export const readYear = (text: string | undefined): ReadValue<string> => {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '' || /^\d{4}$/.test(trimmed)) return read(trimmed)
  const year =
    /^(\d{4})-\d{1,2}-\d{1,2}/.exec(trimmed)?.[1] ??
    /^\d{1,2}[/.]\d{1,2}[/.](\d{4})(?:$|[T\s])/.exec(trimmed)?.[1]
  return year === undefined
    ? read('', `is not a year: ${quoted(trimmed)}`)
    : read(year, `is a full date, ${quoted(trimmed)}; read as the year ${year}`)
}

/** True if text means yes: true, yes, Y or 1. */
export const readFlag = (text: string | undefined): boolean =>
  /^(?:true|yes|y|1)$/i.test(text?.trim() ?? '')
