import { z } from 'zod'

/**
 * A drawn page, in points from the top left corner. The PDF file and the preview draw the same marks, so that they
 * agree.
 */

const number = z.number()
const place = { x: number, y: number }
const extent = { width: number, height: number }
/** Coordinates: x and y alternate. */
const points = z.array(number)
const color = z.string().regex(/^#[0-9a-f]{6}$/)

const textMarkSchema = z.strictObject({
  kind: z.literal('text'),
  /** The left end of the line, and its baseline. */
  ...place,
  /** The text's width in its font. */
  width: number,
  text: z.string(),
  size: z.number().positive(),
  weight: z.enum(['regular', 'bold']),
  color,
  /** Column of a table's row, from 0; absent outside tables. */
  cell: z.int().min(0).optional(),
  /** Positions of the figures in the text, ascending, and their ids; absent without any. */
  figures: z
    .array(z.strictObject({ from: z.int().min(0), to: z.int().min(1), id: z.string().min(1) }))
    .optional(),
})

const markSchema = z.discriminatedUnion('kind', [
  textMarkSchema,
  z.strictObject({
    kind: z.literal('rect'),
    ...place,
    ...extent,
    /** Null for a box that is only an outline. */
    fill: color.nullable(),
    stroke: color.nullable(),
    strokeWidth: number,
    radius: number,
  }),
  /** A line with at least two points. */
  z.strictObject({
    kind: z.literal('line'),
    points: points.min(4),
    color,
    width: number,
    dashed: z.boolean(),
  }),
  /** An area with at least three corners. */
  z.strictObject({ kind: z.literal('area'), points: points.min(6), fill: color }),
  z.strictObject({ kind: z.literal('dot'), ...place, radius: number, fill: color }),
  /** The firm's logo, scaled to fit the box. */
  z.strictObject({ kind: z.literal('logo'), ...place, ...extent }),
])
export type Mark = z.infer<typeof markSchema>
export type TextMark = z.infer<typeof textMarkSchema>

/** Marks that belong together, with their role for assistive technology; `frame` repeats on every page. */
const pageBlockSchema = z.strictObject({
  role: z.enum(['h1', 'h2', 'p', 'figure', 'head', 'row', 'frame']),
  /** A figure's content in words; otherwise empty. */
  alt: z.string(),
  marks: z.array(markSchema),
})
export type PageBlock = z.infer<typeof pageBlockSchema>

export const reportPageSchema = z.strictObject({
  ...extent,
  blocks: z.array(pageBlockSchema),
})
export type ReportPage = z.infer<typeof reportPageSchema>

export const paperSizes = {
  letter: { width: 612, height: 792 },
  a4: { width: 595, height: 842 },
} as const
