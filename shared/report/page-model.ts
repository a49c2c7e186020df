import { z } from 'zod'

/**
 * A page as it is drawn: every mark with its place, in points from the top left corner. The PDF file and the preview on
 * screen are written from the same marks, so that they cannot disagree.
 */

const point = z.number()
const color = z.string().regex(/^#[0-9a-f]{6}$/)

const textMarkSchema = z.strictObject({
  kind: z.literal('text'),
  /** Left end of the line, and its baseline. */
  x: point,
  y: point,
  /** How wide the font makes it. */
  width: point,
  text: z.string(),
  size: z.number().positive(),
  weight: z.enum(['regular', 'bold']),
  color,
  /** Column of a table's row, from 0; absent outside tables. */
  cell: z.number().int().min(0).optional(),
})
const rectMarkSchema = z.strictObject({
  kind: z.literal('rect'),
  x: point,
  y: point,
  width: point,
  height: point,
  /** Null where only its outline is drawn. */
  fill: color.nullable(),
  stroke: color.nullable(),
  strokeWidth: point,
  radius: point,
})
const lineMarkSchema = z.strictObject({
  kind: z.literal('line'),
  /** x and y in turns; at least two points. */
  points: z.array(point).min(4),
  color,
  width: point,
  dashed: z.boolean(),
})
const areaMarkSchema = z.strictObject({
  kind: z.literal('area'),
  /** Corners, x and y in turns. */
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
/** The firm's logo, whole within the box. */
const logoMarkSchema = z.strictObject({
  kind: z.literal('logo'),
  x: point,
  y: point,
  width: point,
  height: point,
})

export const markSchema = z.discriminatedUnion('kind', [
  textMarkSchema,
  rectMarkSchema,
  lineMarkSchema,
  areaMarkSchema,
  dotMarkSchema,
  logoMarkSchema,
])
export type Mark = z.infer<typeof markSchema>
export type TextMark = z.infer<typeof textMarkSchema>

/** Marks that belong together, and what they are for assistive technology; `frame` is what stands on every page. */
export const pageBlockSchema = z.strictObject({
  role: z.enum(['h1', 'h2', 'p', 'figure', 'head', 'row', 'frame']),
  /** What a figure shows, in words; else empty. */
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
