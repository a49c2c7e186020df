import { z } from 'zod'
import { numericText } from '#shared/express/requests.ts'

/**
 * What the training service takes: the specified requests within limits of its own, since it computes with them. The service
 * it stands for shows none, so the program itself holds nobody to these.
 */

export const words = z.string().min(1)
export const dollars = z.number().min(0).max(100_000_000)
export const retirementAge = z.int().min(18).max(100)

/** What every request about a participant file begins with. */
export const person = { ClientId: words, ParticipantXML: words }
/** What a person may change about a forecast. */
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
