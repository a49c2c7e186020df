import { z } from 'zod'
import { figureSchema, saidSchema, savingFiguresSchema } from '../figures/figure.ts'
import { accountMappingSchema } from './reading.ts'

/**
 * The changes that a submission makes for its participant, as far as a saved forecast or the draft
 * shows them.
 */

const text = z.string()
const number = z.number().nullable()

/**
 * Where the starting value of a change comes from: `file` is the participant file's value, and
 * `limited` that value within the yearly limits. `plan` is what the advisor typed for the forecast.
 * `forecast` is the value from the Current strategy, used if the file's value is missing or
 * differs. Otherwise it is `unknown`.
 */
const todaySchema = z.enum(['file', 'limited', 'plan', 'forecast', 'unknown'])

/** One sent field of a request in words, identical in the review and on the receipt. */
export const sentFieldSchema = z.strictObject({
  /** The service's name for the field. */
  name: text,
  label: text,
  /** One line for each sent value. */
  lines: z.array(saidSchema),
  /** Which values the lines leave out, and why; otherwise empty. */
  leftOut: text,
  /**
   * The values in the participant file today; empty if it has none, null if files do not contain
   * the field.
   */
  file: z.array(saidSchema).nullable(),
  /** Related values in the file that are not sent: the employer's savings and the totals. */
  beside: z.array(saidSchema).optional(),
  /** For savings rates, the year of the limits and the legal rules that affect the rates. */
  law: z.array(saidSchema).optional(),
})
export type SentField = z.infer<typeof sentFieldSchema>

const accountChangeSchema = z.strictObject({
  account: text,
  /** The source of the funds' `from` values. */
  today: todaySchema,
  /** The funds that change, in percent of the account; null if one side does not list the fund. */
  funds: z.array(z.strictObject({ id: text, name: text, from: figureSchema, to: figureSchema })),
  /** How many funds stay unchanged. */
  staying: z.int(),
  /** True if there are rows of an unknown shape; only the forecast shows these. */
  unread: z.boolean(),
})

const rateChangeSchema = z.strictObject({
  account: text,
  label: text,
  /** The source of `from`. */
  today: todaySchema,
  from: savingFiguresSchema,
  to: savingFiguresSchema,
})
export type RateChange = z.infer<typeof rateChangeSchema>

/** A change of retirement age, in years; `service` stands for the service's default. */
const ageChangeSchema = z.strictObject({
  account: z.literal(''),
  label: text,
  today: z.enum([...todaySchema.options, 'service']),
  from: number,
  to: number,
})
export type AgeChange = z.infer<typeof ageChangeSchema>

const lineFields = {
  /** `replaced` means that the request has another value instead. */
  became: z.enum(['sent', 'replaced', 'notSent']),
  /** Why the recommended value could not be chosen; otherwise empty. */
  why: text,
}

const cautionsSchema = z.strictObject({
  /** Figures of today's and the sent savings, percent of pay, if the request lowers them; otherwise null. */
  lowered: z.strictObject({ from: figureSchema, to: figureSchema }).nullable(),
  /** The ages that the recommendation was computed for and that the request does not have; otherwise null. */
  unsentAges: z.strictObject({ retirement: number, claim: number }),
  /** Warnings about the sale of one company's stock. */
  stock: z.array(saidSchema),
})
export type Cautions = z.infer<typeof cautionsSchema>

/** A forecast's recommendations, and what happened to each in a request. */
export const recommendedSchema = z.strictObject({
  /** The values in a line only make sense together. */
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
  /**
   * Annuities are never sent, because no request can contain one. The specification does not say what `share` is a
   * share of.
   */
  annuities: z.array(
    z.strictObject({
      type: text,
      share: figureSchema.nullable(),
      amount: figureSchema.nullable(),
    }),
  ),
  /** Sentences about savings that the law moves or cuts. */
  rules: z.array(saidSchema),
  cautions: cautionsSchema,
})
export type Recommended = z.infer<typeof recommendedSchema>

export const reviewChangesSchema = z.discriminatedUnion('kind', [
  /** The sent values compared with the newest saved forecast of this participant in this environment. */
  z.strictObject({
    kind: z.literal('forecast'),
    forecastId: text.min(1),
    /** The time of the last run. */
    madeAt: z.iso.datetime(),
    /** How many runs had this answer; absent for one. */
    runs: z.int().min(2).optional(),
    /** Whether the service proposed anything; a forecast of the current strategy alone proposes nothing. */
    proposes: z.boolean(),
    /** Figures of ages; `to` is the sent age, or null if none is sent. */
    retirementAge: z.strictObject({
      today: todaySchema,
      from: figureSchema.nullable(),
      to: figureSchema.nullable(),
    }),
    /** The funds as the forecast has them; the service manages the funds itself. */
    accounts: z.array(accountChangeSchema),
    /** Every sent rate. */
    savings: z.array(rateChangeSchema),
    /** The sent rates for which an earlier accepted submission sent another one; absent if there are none. */
    sentBefore: z
      .array(
        z.strictObject({
          name: text,
          /** Time of the earlier submission. */
          at: z.iso.datetime(),
          from: figureSchema,
          to: figureSchema,
        }),
      )
      .optional(),
    recommended: recommendedSchema,
    /** The service's plan for each account in the forecast. */
    accountMappings: z.array(accountMappingSchema),
  }),
  z.strictObject({ kind: z.literal('noForecast') }),
  /** The submission's own sentences, around the list of plans in the review. */
  z.strictObject({ kind: z.literal('stated'), begins: text, ends: text }),
])
export type ReviewChanges = z.infer<typeof reviewChangesSchema>
export type ForecastChanges = Extract<ReviewChanges, { kind: 'forecast' }>
