import { isAge } from '../../age-at.ts'
import { fromNumeric, fromSent } from '../../text/numeric-text.ts'
import type { AgeColumn, HistoricalScenario } from '../reading.ts'
import { isNumber, isObject, object, type Fields, type Reader } from './field-readers.ts'
import { note, type AnswerPlace } from './notes.ts'

/** A field of a point, in the specified spelling or in another case. */
const fieldOf = (point: Readonly<Record<string, unknown>>, name: string): unknown => {
  if (Object.hasOwn(point, name)) return point[name]
  const wanted = name.toLowerCase()
  const key = Object.keys(point).find((candidate) => candidate.toLowerCase() === wanted)
  return key === undefined ? undefined : point[key]
}

/** The points of a list; a single object counts as one point. */
const pointsOf = (value: unknown, place: AnswerPlace): readonly unknown[] => {
  if (Array.isArray(value)) return value
  if (isObject(value)) {
    note(place, 'came as one object instead of a list')
    return [value]
  }
  if (value !== null && value !== undefined && value !== '') note(place, 'is not a list; left out')
  return []
}

/** Sorted by age, ascending; if an age has two values, the later one counts. */
const ordered = ({ ages, values }: AgeColumn, place: AnswerPlace): AgeColumn => {
  const byAge = new Map<number, number>()
  ages.forEach((age, index) => byAge.set(age, values[index] ?? 0))
  const doubled = ages.length - byAge.size
  if (doubled > 0) note(place, `has ${doubled} ages twice; the last value was taken`)
  else note(place, 'ages came out of order; sorted')
  const pairs = [...byAge].sort(([a], [b]) => a - b)
  return {
    ages: Float64Array.from(pairs, ([age]) => age),
    values: Float64Array.from(pairs, ([, value]) => value),
  }
}

/** An age, with a shortcut for the usual two digits. */
const ageOf = (value: unknown): number | null => {
  if (typeof value === 'string' && value.length === 2) {
    const tens = value.charCodeAt(0) - 48
    const ones = value.charCodeAt(1) - 48
    if (tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9) return tens * 10 + ones
  }
  const years = fromNumeric(value)
  return years !== null && isAge(years) ? years : null
}

/**
 * ValuePoints (`{Age, Value}`) as two columns, in ascending order of age. A point without a
 * readable age or value is left out. Coercions are noted once for the whole list, not for each
 * point.
 */
const ageColumn: Reader<AgeColumn> = (value, place) => {
  const points = pointsOf(value, place)
  const ages = new Float64Array(points.length)
  const values = new Float64Array(points.length)
  let length = 0
  let agesAsNumbers = 0
  let valuesAsText = 0
  let lastAge = Number.NEGATIVE_INFINITY
  let isAscending = true
  for (const point of points) {
    if (!isObject(point)) continue
    // An answer has a hundred thousand points, so the specified spelling is tried first, which is
    // fast.
    const rawAge = point['Age'] ?? fieldOf(point, 'Age')
    const rawValue = point['Value'] ?? fieldOf(point, 'Value')
    const age = ageOf(rawAge)
    const amount = fromSent(rawValue)
    if (age === null || amount === null) continue
    if (typeof rawAge !== 'string') agesAsNumbers += 1
    if (!isNumber(rawValue)) valuesAsText += 1
    if (age <= lastAge) isAscending = false
    lastAge = age
    ages[length] = age
    values[length] = amount
    length += 1
  }
  if (length < points.length)
    note(place, `${points.length - length} points without a readable age and value; left out`)
  if (agesAsNumbers > 0) note(place, 'ages came as numbers instead of text')
  if (valuesAsText > 0) note(place, 'values came as text, were read as numbers')
  const column =
    length === points.length
      ? { ages, values }
      : { ages: ages.slice(0, length), values: values.slice(0, length) }
  return isAscending ? column : ordered(column, place)
}

/** The column of a Series, whose `Values` are next to its other fields. */
export const seriesColumn = (fields: Fields): AgeColumn => fields.read('Values', ageColumn)

/** `{Values: ValuePoint[]}`; a bare list of ValuePoints is accepted with a note. */
export const valuePoints: Reader<AgeColumn> = (value, place) => {
  if (!Array.isArray(value)) return object(seriesColumn)(value, place)
  note(place, 'came as a bare list instead of an object with Values')
  return ageColumn(value, place)
}

type HistoryColumns = Pick<HistoricalScenario, 'years' | 'months' | 'values' | 'benchmarkValues'>

/**
 * A scenario's months as columns, in the order sent; a missing number becomes NaN, which is a gap
 * in the chart.
 */
export const historyColumns: Reader<HistoryColumns> = (value, place) => {
  const points = pointsOf(value, place)
  const usable = points.filter(isObject)
  if (usable.length < points.length)
    note(place, `${points.length - usable.length} unreadable months; left out`)
  let tooLarge = 0
  const column = (name: string) =>
    Float64Array.from(usable, (point) => {
      const sent = fieldOf(point, name)
      const value = fromSent(sent)
      if (value === null && fromNumeric(sent) !== null) tooLarge += 1
      return value ?? Number.NaN
    })
  const columns = {
    years: column('Year'),
    months: column('Month'),
    values: column('Value'),
    benchmarkValues: column('BenchmarkValue'),
  }
  if (tooLarge > 0) note(place, `${tooLarge} numbers are too large; left out`)
  return columns
}
