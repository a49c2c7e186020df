import { z } from 'zod'

/**
 * A figure on screen, on paper or in a file. It is plain data without a public number, so that nothing outside
 * `shared/strategy` adds, subtracts or converts it. Its amount and its explanation both follow from its steps.
 */

/** Where an operand comes from. */
export type Origin =
  /**
   * A field of the answer; `path` names elements by one of their values, as in
   * `StrategyOutput[Current].Percentile[50]`, or by their index. ` #2` marks the second of several
   * identical elements. If an age is sent twice, the last value counts.
   */
  | { readonly from: 'answer'; readonly path: string }
  /** `estimate` marks a value from another answer. */
  | {
      readonly from: 'file' | 'typed' | 'setting' | 'estimate' | 'constant'
      readonly what: string
    }
  /** A figure from the law for a year. */
  | { readonly from: 'law'; readonly what: string; readonly source: string }
  /** Another figure, used with its shown amount. */
  | { readonly from: 'figure'; readonly figure: Figure; readonly name: string }
  /** Steps in parentheses. */
  | { readonly from: 'steps'; readonly steps: readonly Step[] }

/**
 * One step of the arithmetic, from left to right. `text` is a plain decimal number; it is empty for a figure or steps.
 */
export interface Step {
  readonly sign: '+' | '−' | '×' | '÷'
  readonly text: string
  readonly origin: Origin
}

export interface Figure {
  /** A figure has the same id wherever it appears. */
  readonly id: string
  readonly unit: 'dollars' | 'percent' | 'points' | 'age'
  readonly per: 'month' | 'year' | 'once'
  /** Whether an income is before or after federal tax, as far as it is known; empty for other amounts. */
  readonly tax: 'before' | 'after' | ''
  /** Whether the dollars are today’s or those of each year; empty if that is not known. */
  readonly dollarsOf: 'today' | 'year' | ''
  /** Number of decimals shown, at most 8. */
  readonly digits: number
  readonly steps: readonly Step[]
  /**
   * Set if the shown amount was changed by one dollar, so that the shown parts add up to their sum.
   */
  readonly fitted: '' | '+1' | '-1'
  /** True if the figure was interpolated between two figures in the answer. */
  readonly about: boolean
  /** What the figure means, in a sentence. */
  readonly sentence: string
  /** The figure's unit and period, and who decided to read it that way. */
  readonly basis: string
  /** The rule behind the figure; empty if its arithmetic explains it fully. */
  readonly rule: string
}

const text = z.string()
const what = z.strictObject({
  from: z.enum(['file', 'typed', 'setting', 'estimate', 'constant']),
  what: text,
})

const originSchema: z.ZodType<Origin> = z.lazy(() =>
  z.union([
    z.strictObject({ from: z.literal('answer'), path: text }),
    what,
    z.strictObject({ from: z.literal('law'), what: text, source: text }),
    z.strictObject({ from: z.literal('figure'), figure: figureSchema, name: text }),
    z.strictObject({ from: z.literal('steps'), steps: z.array(stepSchema) }),
  ]),
)
const stepSchema: z.ZodType<Step> = z.lazy(() =>
  z.strictObject({ sign: z.enum(['+', '−', '×', '÷']), text, origin: originSchema }),
)
export const figureSchema: z.ZodType<Figure> = z.lazy(() =>
  z.strictObject({
    id: text.min(1),
    unit: z.enum(['dollars', 'percent', 'points', 'age']),
    per: z.enum(['month', 'year', 'once']),
    tax: z.enum(['before', 'after', '']),
    dollarsOf: z.enum(['today', 'year', '']),
    digits: z.int().min(0).max(8),
    steps: z.array(stepSchema),
    fitted: z.enum(['', '+1', '-1']),
    about: z.boolean(),
    sentence: text,
    basis: text,
    rule: text,
  }),
)

export type Sign = 'own' | 'always' | 'never'

/** A figure within a sentence. */
export interface InSentence {
  readonly figure: Figure
  readonly sign: Sign
}

/** A sentence with its figures. */
export type Said = readonly (string | InSentence)[]

export const saidSchema: z.ZodType<Said> = z.array(
  z.union([
    text,
    z.strictObject({ figure: figureSchema, sign: z.enum(['own', 'always', 'never']) }),
  ]),
)

/** A saving: percent of pay and dollars a year; `null` if unknown. */
export const savingFiguresSchema = z.strictObject({
  percent: figureSchema.nullable(),
  dollars: figureSchema.nullable(),
})
export type SavingFigures = Readonly<z.infer<typeof savingFiguresSchema>>
