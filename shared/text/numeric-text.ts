/**
 * The service's "numeric text": plain decimal digits in any locale, without exponent, grouping or binary rounding
 * errors. `0.1 + 0.2` gives `"0.3"`, `1e21` gives `"1000000000000000000000"`.
 *
 * @throws RangeError for NaN and infinities, which have no plain decimal form.
 */
export const toNumericText = (value: number): string => {
  if (!Number.isFinite(value)) throw new RangeError(`${value} has no numeric text`)
  const shortened = Number(value.toPrecision(15))
  // For numbers near the largest possible one, rounding to fifteen digits overflows.
  const rounded = Number.isFinite(shortened) ? shortened : value
  const [mantissa = '0', exponentText] = String(Math.abs(rounded)).split('e')
  const exponent = Number(exponentText ?? 0)
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const digits = whole + fraction
  const point = whole.length + exponent
  const plain =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`
  const trimmed = plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain
  return rounded < 0 ? `-${trimmed}` : trimmed
}

declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as `text`; see ES2026. */
    rawJSON(text: string): unknown
  }
}

/** A JSON number whose text a double does not keep, such as 90071992547409931 or 100.10. */
export class WrittenNumber {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  get value(): number {
    return Number(this.source)
  }

  /** Keeps the digits in JSON made from the value. */
  toJSON(): unknown {
    return JSON.rawJSON(this.source)
  }
}

const numericTextPattern = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/

/** The number in a value: a finite number, or a text with only a number. Otherwise `null`. */
export const fromNumeric = (value: unknown): number | null => {
  if (value instanceof WrittenNumber) return fromNumeric(value.value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !numericTextPattern.test(value)) return null
  const parsed = Number(value)
  return Number.isFinite(parsed) ? parsed : null
}

/**
 * No real amount, age or time comes near this number, and sums and products of smaller numbers stay
 * finite.
 */
const largestSent = 1e15

/**
 * The number in a value of a participant file or an answer, as in {@link fromNumeric}; also `null` beyond 1e15 or
 * −1e15, because no screen or page could show it.
 */
export const fromSent = (value: unknown): number | null => {
  const number = fromNumeric(value)
  return number !== null && Math.abs(number) <= largestSent ? number : null
}
