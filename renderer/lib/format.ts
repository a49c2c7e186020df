import { inLocalTime } from '#shared/receipt/settled.ts'
import { locale } from './locale.ts'

/** Dollars, dates and spans in the reader's locale. `null` is unknown and reads as an en dash. */

const unknown = '–'

/** Cached, because creating a format takes as long as formatting a hundred amounts. */
const numberFormats = new Map<string, Intl.NumberFormat>()
const numberFormat = (options: Intl.NumberFormatOptions) => {
  const key = `${locale()} ${JSON.stringify(options)}`
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale(), options)
  numberFormats.set(key, format)
  return format
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()
/**
 * `moment` formatted by `options`; `text` if it is not a valid date. Formats are also cached by
 * time zone, because a computer may travel.
 */
const written = (moment: Date, options: Intl.DateTimeFormatOptions, text = moment.toString()) => {
  if (Number.isNaN(moment.getTime())) return text
  const key = `${locale()} ${new Date().getTimezoneOffset()} ${JSON.stringify(options)}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale(), options)
  dateFormats.set(key, format)
  return format.format(moment)
}

const dollarFormat = (digits = 0) =>
  numberFormat({
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'negative',
  })

/** `$48,210`; with `digits` decimals `$5,416.67`. */
export const dollars = (value: number | null, digits = 0): string =>
  value === null ? unknown : dollarFormat(digits).format(value)

/**
 * Short dollars for axes and dense tables: `$950`, `$1.5K`, `$12K`, `$1.2M`. Sets both the minimum
 * and the maximum number of decimals, because browsers have different minimums: without one,
 * Chromium 130 writes `$800.0K`.
 */
export const dollarsShort = (value: number): string => {
  const rounded = Math.round(value) || 0
  return numberFormat({
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(rounded)
}

/** A difference with its sign: `+$8,690`, `−$120`, `$0`. */
export const signedDollars = (value: number | null): string => {
  if (value === null) return unknown
  const rounded = Math.round(value)
  const text = dollarFormat().format(Math.abs(rounded))
  return rounded === 0 ? text : `${rounded > 0 ? '+' : '−'}${text}`
}

/** `value` is a percentage from 0 to 100: `6%`, `4.5%`. */
export const percent = (value: number | null, digits = 1): string =>
  value === null
    ? unknown
    : numberFormat({ style: 'percent', maximumFractionDigits: digits }).format(value / 100)

export const count = (value: number): string => numberFormat({}).format(value)

export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** A file size: `48 KB`, `1.2 MB`. */
export const bytes = (value: number): string => {
  const [unit, divisor] =
    value < 1000
      ? (['byte', 1] as const)
      : value < 1_000_000
        ? (['kilobyte', 1000] as const)
        : (['megabyte', 1_000_000] as const)
  return numberFormat({
    style: 'unit',
    unit,
    unitDisplay: value < 1000 ? 'long' : 'short',
    maximumFractionDigits: value / divisor < 10 && divisor > 1 ? 1 : 0,
  }).format(value / divisor)
}

/**
 * `20 Nov 2026`, in the order of the reader's locale. `iso` is a date or a date-time; other text is returned unchanged.
 */
export const date = (iso: string): string => {
  const dateOnly = /^\d{4}-\d{2}-\d{2}$/.test(iso)
  const zone = dateOnly ? { timeZone: 'UTC' } : {}
  return written(new Date(iso), { dateStyle: 'medium', ...zone }, iso)
}

/** `11/20/2026`, in the order of the reader's locale. */
export const numericDate = (iso: string): string =>
  written(new Date(iso), { year: 'numeric', month: 'numeric', day: 'numeric' }, iso)

/** `14:05`, or as the reader's locale writes it. */
export const time = (iso: string): string => written(new Date(iso), { timeStyle: 'short' })

/** `14:05:09`, for lists of moments close together. */
export const clockTime = (iso: string): string => written(new Date(iso), { timeStyle: 'medium' })

export const dateTime = (iso: string): string =>
  written(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' })

/**
 * A moment with its time zone, `Nov 20, 2026, 10:04 AM EST`, for text that may be read in another
 * time zone.
 */
export const zonedTime = (iso: string): string => inLocalTime(iso, locale())

/** `Today`, `Yesterday`, or the date with its weekday, as a heading. */
export const dayHeading = (iso: string, now: Date): string => {
  const day = new Date(iso)
  const midnight = (moment: Date) =>
    new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
  const daysAgo = Math.round((midnight(now) - midnight(day)) / 86_400_000)
  if (daysAgo === 0) return 'Today'
  if (daysAgo === 1) return 'Yesterday'
  return written(day, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  })
}

/** `just now`, `5 minutes ago`, `yesterday`, `3 weeks ago`. */
export const ago = (iso: string, now: Date): string => {
  const seconds = (now.getTime() - new Date(iso).getTime()) / 1000
  if (seconds < 60) return 'just now'
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  const steps = [
    ['minute', 60],
    ['hour', 3600],
    ['day', 86_400],
    ['week', 604_800],
    ['month', 2_629_800],
    ['year', 31_557_600],
  ] as const
  const [unit, size] = steps.findLast(([, length]) => seconds >= length) ?? steps[0]
  return relative.format(-Math.floor(seconds / size), unit)
}

/** A duration in its two largest units: `23 h 41 min`, `4 min 10 s`, `8 s`. */
export const span = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  if (hours > 0) return `${hours} h ${minutes} min`
  if (minutes > 0) return `${minutes} min ${whole % 60} s`
  return `${whole} s`
}
