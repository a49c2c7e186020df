import { WrittenNumber } from './numeric-text.ts'

declare global {
  interface JSON {
    /** `source` is the text of a value that is neither an object nor a list; see ES2026. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown
  }
}

/** Numbers that a double may not keep: 16 digits, a last zero after the point, an exponent, −0. */
const doubtful = /-?[\d.]{16,}[\d.eE+-]*|\d\.\d*0(?![\d.])|\d[eE][+-]?\d|-0/g

const losesDigits = (text: string): boolean => {
  for (const [number] of text.matchAll(doubtful))
    if (number.length < 16 || String(Number(number)) !== number) return true
  return false
}

/**
 * The value of JSON text, with a {@link WrittenNumber} for each number that would lose digits or
 * zeros as a double. Text that is nested too deeply for that is read without them.
 *
 * @throws SyntaxError for invalid JSON.
 */
export const parseWritten = (text: string): unknown => {
  // Reading with a function takes seven times as long, which people notice with a large forecast.
  const plain: unknown = JSON.parse(text)
  if (!losesDigits(text)) return plain
  try {
    return JSON.parse(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined && String(value) !== source
        ? new WrittenNumber(source)
        : value,
    )
  } catch {
    return plain
  }
}
