import { z } from 'zod'

/**
 * A drawn page: every mark with its place, in points from the top left corner. The PDF file and the preview on screen
 * use the same marks, so that they agree.
 */

const point = z.number()
const color = z.string().regex(/^#[0-9a-f]{6}$/)

const textMarkSchema = z.strictObject({
  kind: z.literal('text'),
  /** Left end of the line, and its baseline. */
  x: point,
  y: point,
  /** Width in the font. */
  width: point,
  text: z.string(),
  size: z.number().positive(),
  weight: z.enum(['regular', 'bold']),
  color,
  /** Column of a table's row, from 0; absent outside tables. */
  cell: z.int().min(0).optional(),
})
const rectMarkSchema = z.strictObject({
  kind: z.literal('rect'),
  x: point,
  y: point,
  width: point,
  height: point,
  /** Null for an outline only. */
  fill: color.nullable(),
  stroke: color.nullable(),
  strokeWidth: point,
  radius: point,
})
const lineMarkSchema = z.strictObject({
  kind: z.literal('line'),
  /** x and y alternate; at least two points. */
  points: z.array(point).min(4),
  color,
  width: point,
  dashed: z.boolean(),
})
const areaMarkSchema = z.strictObject({
  kind: z.literal('area'),
  /** Corners, x and y alternate. */
  points: z.array(point).min(6),
  fill: color,
})
const dotMarkSchema = z.strictObject({
  kind: z.literal('dot'),
  x: point,
  y: point,
  radius: point,
  fill: color,
})
/** The firm's logo, scaled to fit the box. */
const logoMarkSchema = z.strictObject({
  kind: z.literal('logo'),
  x: point,
  y: point,
  width: point,
  height: point,
})

const markSchema = z.discriminatedUnion('kind', [
  textMarkSchema,
  rectMarkSchema,
  lineMarkSchema,
  areaMarkSchema,
  dotMarkSchema,
  logoMarkSchema,
])
export type Mark = z.infer<typeof markSchema>
export type TextMark = z.infer<typeof textMarkSchema>

/** Marks that belong together, with their role for assistive technology; `frame` repeats on every page. */
const pageBlockSchema = z.strictObject({
  role: z.enum(['h1', 'h2', 'p', 'figure', 'head', 'row', 'frame']),
  /** A figure's content in words; else empty. */
  alt: z.string(),
  marks: z.array(markSchema),
})
export type PageBlock = z.infer<typeof pageBlockSchema>

export const reportPageSchema = z.strictObject({
  width: point,
  height: point,
  blocks: z.array(pageBlockSchema),
})
export type ReportPage = z.infer<typeof reportPageSchema>

/** Sizes of paper in points. */
export const paperSizes = {
  letter: { width: 612, height: 792 },
  a4: { width: 595, height: 842 },
} as const
