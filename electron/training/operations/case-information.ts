import { z } from 'zod'
import { caseInformationInputsSchema } from '#shared/express/requests.ts'
import { errorAnswer, jsonTextAnswer } from '../answer.ts'
import { withPlainNumbers } from '../request-checks.ts'
import { dollars, retirementAge, words } from './accepted-parts.ts'
import { operation } from './operation.ts'

const acceptedCase = caseInformationInputsSchema.extend({
  ClientId: words,
  Salary: dollars,
  RetirementAge: retirementAge,
  SSAgeOverride: z.array(z.int().min(50).max(80)).optional(),
})
export type AcceptedCase = z.infer<typeof acceptedCase>

export const caseInformation = operation({
  accepts: acceptedCase,
  read: withPlainNumbers,
  decline: (_request, message) => errorAnswer(400, message),
  carryOut: async (request, { pool, today, executed }) => {
    const result = await pool.run({ kind: 'caseInformation', request, today })
    if (result.kind !== 'caseInformation') throw new Error(`The projection answered ${result.kind}`)
    executed()
    return jsonTextAnswer(200, result.json)
  },
})
