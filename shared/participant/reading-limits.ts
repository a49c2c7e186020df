/** Limits of one reading. The parser has none of its own, and a hostile file must cause an error, not fill memory. */
export interface ReadingLimits {
  /** UTF-16 code units of the whole text. */
  readonly characters: number
  /** Nested elements. */
  readonly depth: number
  readonly attributesPerElement: number
  /** Code units of one attribute value, or of the text directly inside one element. */
  readonly valueLength: number
  readonly elements: number
  /** Remarks kept; the rest are counted. */
  readonly warnings: number
}

export const readingLimits: ReadingLimits = {
  characters: 64 * 1024 * 1024,
  depth: 64,
  attributesPerElement: 128,
  valueLength: 1024 * 1024,
  elements: 2_000_000,
  warnings: 500,
}
