import { z } from 'zod'
import { numericText } from '#shared/express/requests.ts'

/**
 * The requests that the training service accepts: the specified ones within its own limits, since it computes with
 * them. The real service shows no limits, so the program itself enforces none of these.
 */

export const words = z.string().min(1)
export const dollars = z.number().min(0).max(100_000_000)
export const retirementAge = z.int().min(18).max(100)

/** The first fields of every request about a participant file. */
export const person = { ClientId: words, ParticipantXML: words }
/** The inputs of a forecast. */
export const inputs = {
  RetirementAge: retirementAge.optional(),
  Salary: dollars.optional(),
  SavingsRateDetails: z
    .array(
      z.strictObject({ PlanId: words, SavingsType: z.string().default(''), Value: numericText }),
    )
    .optional(),
  PensionTypes: z
    .array(
      z.strictObject({
        Amount: dollars,
        Cola: z.boolean().default(false),
        IsFromRecordKeeper: z.boolean().default(false),
        StartYear: z.string().regex(/^\d{4}$/, 'a four-digit year'),
      }),
    )
    .optional(),
}
