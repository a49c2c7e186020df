import { z } from 'zod'
import { figureSchema, saidSchema, savingFiguresSchema } from '../figures/figure.ts'
import { accountMappingSchema } from './reading.ts'

/** The changes of a submission for its participant, as far as a saved forecast or the draft itself says. */

const text = z.string()
const number = z.number().nullable()

/**
 * Source of a change's start: the participant's file, or its value within the yearly limits; the value that the advisor
 * typed for the forecast; the forecast's Current strategy, where the file says something else or nothing; else unknown.
 */
const todaySchema = z.enum(['file', 'limited', 'plan', 'forecast', 'unknown'])

/** One sent field of a request in words; the same on review and receipt. */
export const sentFieldSchema = z.strictObject({
  /** The service's name. */
  name: text,
  label: text,
  /** One line per sent value. */
  lines: z.array(saidSchema),
  /** The values that the lines leave out, and why; else empty. */
  leftOut: text,
  /** The values in the participant's file today; none if it has none, null if a file has no such field. */
  file: z.array(saidSchema).nullable(),
  /** Related values of the file that are not sent: the employer's savings and the sums. */
  beside: z.array(saidSchema).optional(),
  /** For savings rates: the year of the limits, and rules of the law that the rates meet. */
  law: z.array(saidSchema).optional(),
})
export type SentField = z.infer<typeof sentFieldSchema>

const accountChangeSchema = z.strictObject({
  account: text,
  /** Source of the funds' `from`. */
  today: todaySchema,
  /** The funds that change, percent of the account; null if a side does not list the fund. */
  funds: z.array(
    z.strictObject({
      id: text,
      name: text,
      from: figureSchema.nullable(),
      to: figureSchema.nullable(),
    }),
  ),
  /** How many funds stay as they are. */
  staying: z.int(),
  /** True for rows of an unknown shape; the forecast itself shows them. */
  unread: z.boolean(),
})

const rateChangeSchema = z.strictObject({
  account: text,
  label: text,
  /** Source of `from`. */
  today: todaySchema,
  from: savingFiguresSchema,
  to: savingFiguresSchema,
})
export type RateChange = z.infer<typeof rateChangeSchema>

/** Years of age; `service` is the service's own default. */
const ageChangeSchema = z.strictObject({
  account: z.literal(''),
  label: text,
  today: z.enum([...todaySchema.options, 'service']),
  from: number,
  to: number,
})
export type AgeChange = z.infer<typeof ageChangeSchema>

const lineFields = {
  /** `replaced`: the request has another value for it. */
  became: z.enum(['sent', 'replaced', 'notSent']),
  /** Why it could not be chosen; else empty. */
  why: text,
}

/** What a forecast recommends, and what became of it in a request. */
export const recommendedSchema = z.strictObject({
  /** The values of one line only make sense together. */
  lines: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('age'),
        ...lineFields,
        values: z.array(ageChangeSchema),
      }),
      z.strictObject({
        kind: z.literal('rate'),
        ...lineFields,
        values: z.array(rateChangeSchema),
      }),
    ]),
  ),
  /** No request can carry one, so none is sent. The specification does not say what `share` is a share of. */
  annuities: z.array(
    z.strictObject({
      type: text,
      share: figureSchema.nullable(),
      amount: figureSchema.nullable(),
    }),
  ),
  /** Sentences on savings that a rule of law moves or cuts. */
  rules: z.array(saidSchema),
})
export type Recommended = z.infer<typeof recommendedSchema>

export const reviewChangesSchema = z.discriminatedUnion('kind', [
  /** The sent values, beside the newest saved forecast of this participant in this environment. */
  z.strictObject({
    kind: z.literal('forecast'),
    forecastId: text.min(1),
    savedAt: z.iso.datetime(),
    /** Whether the service proposed anything; a forecast of only the current strategy does not. */
    proposes: z.boolean(),
    /** `to` is the sent age; null if none is sent. */
    retirementAge: z.strictObject({ today: todaySchema, from: number, to: number }),
    /** Funds by the forecast; the service manages them itself. */
    accounts: z.array(accountChangeSchema),
    /** The retirement age that the funds were chosen for, if another one or none is sent. */
    fundsForAge: z.number().optional(),
    /** Every sent rate. */
    savings: z.array(rateChangeSchema),
    recommended: recommendedSchema,
    /** The service's plan for each account of the forecast. */
    accountMappings: z.array(accountMappingSchema),
  }),
  z.strictObject({ kind: z.literal('noForecast') }),
  /** The submission's own sentences, before and after the plans of the review. */
  z.strictObject({ kind: z.literal('stated'), begins: text, ends: text }),
])
export type ReviewChanges = z.infer<typeof reviewChangesSchema>
export type ForecastChanges = Extract<ReviewChanges, { kind: 'forecast' }>
