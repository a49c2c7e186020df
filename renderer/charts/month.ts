import { locale } from '../lib/locale.ts'

const written = new Map<string, Intl.DateTimeFormat>()

/** Calendar time in years as a month: 2009 + 2/12 gives `Mar 2009`. */
export const monthOf = (time: number): string => {
  const language = locale()
  const format =
    written.get(language) ??
    new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  written.set(language, format)
  const year = Math.floor(time + 1e-6)
  return format.format(new Date(Date.UTC(year, Math.floor((time - year) * 12 + 0.02), 1)))
}
