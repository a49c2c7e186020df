import { z } from 'zod'
import { isPlainLine } from '../text/hidden-characters.ts'

/**
 * Legal limits and tax figures for one calendar year, by kind. Each has a source that a screen can
 * show. Amounts are dollars a year.
 */

const sourced = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    value,
    source: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .refine(isPlainLine, 'it has a line break or another character that cannot be seen'),
  })

const dollars = z.number().min(0).max(100_000_000)
/** Two amounts in dollars, the second one higher. */
const rising = z
  .tuple([dollars, dollars])
  .refine(([first, second]) => first < second, 'the second must be higher than the first')
const isRising = (values: readonly number[]) =>
  values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0))
const age = z.int().min(70).max(80)

const contributionLimitsSchema = z.strictObject({
  /** 26 U.S.C. 402(g), and 457(b) plans. */
  electiveDeferral: sourced(dollars),
  /** Available from the year in which the person turns 50. */
  catchUp: sourced(dollars),
  /** Replaces `catchUp` in the years in which the person turns 60 to 63, in plans that offer it. */
  catchUpFrom60To63: sourced(dollars),
  /**
   * If the previous year's FICA wages exceed this, catch-up contributions must be Roth; null before
   * the rule takes effect.
   */
  rothCatchUpWages: sourced(dollars.nullable()),
  annualAdditions: sourced(dollars),
  compensation: sourced(dollars),
  /** An employee whose pay in the previous year exceeded this counts as highly compensated. */
  highlyCompensated: sourced(dollars),
  simple: sourced(dollars),
  simpleCatchUp: sourced(dollars),
  simpleCatchUpFrom60To63: sourced(dollars),
  individualAccount: sourced(dollars),
  individualAccountCatchUp: sourced(dollars),
})
export type ContributionLimits = z.infer<typeof contributionLimitsSchema>

const socialSecuritySchema = z.strictObject({
  taxableMaximum: sourced(dollars),
  /** Dollars a month, for people who turn 62 in that year. */
  bendPoints: sourced(rising),
  /** Percent by which the year's benefits exceed those of the previous year. */
  costOfLiving: sourced(z.number().min(0).max(30)),
  /**
   * Earnings above which benefits are withheld: in years `before` the one in which full retirement
   * age is reached, and in that `year`.
   */
  earningsTest: sourced(z.strictObject({ before: dollars, year: dollars })),
})
export type SocialSecurityLaw = z.infer<typeof socialSecuritySchema>

const byFiling = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ single: value, joint: value, headOfHousehold: value })

const federalTaxSchema = z.strictObject({
  /** Taxable income above which the next of the seven rates applies. */
  brackets: sourced(
    byFiling(
      z
        .array(dollars)
        .length(6, 'it needs six amounts, for seven rates')
        .refine(isRising, 'each amount must be higher than the one before'),
    ),
  ),
  standardDeduction: sourced(byFiling(dollars)),
  /** For each person who is 65 or older. */
  additionalAt65: sourced(byFiling(dollars)),
  /**
   * For each person who is 65 or older, reduced by a percent of the modified adjusted gross income
   * above an amount. Not indexed.
   */
  seniorDeduction: sourced(
    z.strictObject({
      amount: dollars,
      above: byFiling(dollars),
      lessPercent: z.number().min(0).max(100),
      lastYear: z.int().min(2025).max(2100),
    }),
  ),
  /**
   * Limits for income plus half the benefits. Above the first, half of the benefits is taxed; above
   * the second, up to 85%. Not indexed.
   */
  benefitThresholds: sourced(byFiling(rising)),
})
export type FederalTax = z.infer<typeof federalTaxSchema>

const startAgesSchema = z
  .array(z.strictObject({ bornTo: z.int().min(1900).max(2100).nullable(), age }))
  .min(1)
  .max(20)
  .refine(
    (ages) => ages.every(({ bornTo }, index) => (bornTo === null) === (index === ages.length - 1)),
    'the last entry, and no other, has null as "bornTo"',
  )
  .refine(
    (ages) => isRising(ages.flatMap(({ bornTo }) => bornTo ?? [])),
    'each "bornTo" must be later than the one before',
  )

const requiredDistributionsSchema = z
  .strictObject({
    /** First age of required distributions by year of birth, ascending; the last entry is for everybody born later. */
    startAges: sourced(startAgesSchema),
    /** Uniform Lifetime divisors by age from `fromAge`; the last one also applies to older people. */
    divisors: sourced(
      z.strictObject({
        fromAge: age,
        values: z
          .array(z.number().min(1))
          .min(1)
          .max(60)
          .refine(
            (values) => isRising(values.toReversed()),
            'each divisor must be lower than the one before',
          ),
      }),
    ),
  })
  .refine(
    ({ startAges, divisors }) =>
      startAges.value.every((start) => start.age >= divisors.value.fromAge),
    {
      path: ['divisors', 'value', 'fromAge'],
      message: 'it must not be higher than the first age of distributions',
    },
  )
export type RequiredDistributions = z.infer<typeof requiredDistributionsSchema>

/**
 * Every kind of law. This version has every kind for each of its years; a firm adds one or more
 * kinds for a later year.
 */
export const lawSchema = z.strictObject({
  contributionLimits: contributionLimitsSchema,
  socialSecurity: socialSecuritySchema,
  federalTax: federalTaxSchema,
  requiredDistributions: requiredDistributionsSchema,
})
export type LawKinds = Readonly<z.infer<typeof lawSchema>>

export const lawKinds = lawSchema.keyof().options

const firmYearSchema = z.strictObject(
  { year: z.int().min(2025).max(2100), ...lawSchema.partial().shape },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `a year has no "${issue.keys.join('", "')}", only ${lawKinds.join(', ')}`
        : undefined,
  },
)
export type FirmYear = z.infer<typeof firmYearSchema>

/** The shape of a firm's law; `firmLawSchema` in firm-law.ts also compares it with this version's law. */
export const firmYearsSchema = z.array(firmYearSchema).max(50)
export type FirmLaw = readonly FirmYear[]
