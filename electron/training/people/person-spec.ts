import { z } from 'zod'

const contributionSpecSchema = z.strictObject({
  kind: z.enum(['pretax', 'roth', 'posttax', 'employer']),
  /** Percent of pay. */
  rate: z.number(),
  /** Employer only: percent added to each dollar saved, and percent of pay up to which. */
  match: z.strictObject({ rate: z.number(), limit: z.number() }).optional(),
})

const planSpecSchema = z.strictObject({
  planId: z.string(),
  planType: z.string(),
  /** Default: `Active`. */
  status: z.string().optional(),
  /** Most over all sources, percent of pay; default 75. */
  combinedLimit: z.number().optional(),
  /** Dollars. */
  balance: z.number(),
  /** Percent of the balance by fund id; adds up to 100. */
  mix: z.record(z.string(), z.number()),
  /** Further funds of the plan, held at 0: fund ids, and names of `lineups.ts` for all funds of one. */
  lineup: z.array(z.string()).readonly(),
  /** Funds that cannot be sold: kept at today's share. */
  locked: z.array(z.string()).readonly().optional(),
  contributions: z.array(contributionSpecSchema).readonly().optional(),
})

const pensionSpecSchema = z.strictObject({
  /** Dollars a year. */
  amount: z.number(),
  startYear: z.int(),
  cola: z.boolean(),
})

/** An example person as compact data; `writePersonXml` makes the file. */
export const personSpecSchema = z.strictObject({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  middleName: z.string().optional(),
  lastName: z.string(),
  dateOfBirth: z.iso.date(),
  gender: z.enum(['F', 'M']).optional(),
  married: z.boolean(),
  /** Street, city, state, ZIP code. */
  address: z.tuple([z.string(), z.string(), z.string(), z.string()]).readonly(),
  /** Dollars a year. */
  salary: z.number(),
  pensions: z.array(pensionSpecSchema).readonly().optional(),
  plans: z.array(planSpecSchema).readonly(),
  /** One sentence on why this person is an example. */
  reason: z.string(),
})

export type ContributionSpec = z.infer<typeof contributionSpecSchema>
export type PlanSpec = z.infer<typeof planSpecSchema>
export type PensionSpec = z.infer<typeof pensionSpecSchema>
export type PersonSpec = z.infer<typeof personSpecSchema>
