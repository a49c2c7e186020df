import { tokenPath } from '#shared/express/operations.ts'
import { ageAt } from '#shared/age-at.ts'
import { lawOf } from '#shared/law/law-of.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { z } from 'zod'
import { answerJson, bodyOf, serve } from './loopback-server.ts'

/**
 * A service whose monthly income is a sum of known parts: a fixed amount of its model, half a percent of the balance, a
 * fifth of a percent of pay, five percent of the yearly savings within the limit of its year, and two dollars for each
 * year until 65. A spouse adds a hundred dollars.
 */
export interface PartsService {
  readonly url: string
  /** The requests for a forecast, oldest first. */
  readonly asked: readonly Asked[]
  /** The fixed amount, dollars a month. */
  readonly setModel: (dollars: number) => void
  /** Waits before each answer. */
  readonly hold: (until: (() => Promise<unknown>) | null) => void
  readonly stop: () => Promise<void>
}

const requestSchema = z.object({
  ParticipantXML: z.string(),
  Salary: z.number().optional(),
  SavingsRateDetails: z.array(z.object({ Value: z.string() })).optional(),
})
export type Asked = z.infer<typeof requestSchema>

const retirementAge = 65
/** Growth of the balance, percent a year, in poor, average and good markets. */
const growths = [
  [10, 0],
  [50, 6],
  [90, 12],
] as const

const answerFor = (asked: Asked, model: number, now: Date) => {
  const reading = readParticipantXml(asked.ParticipantXML)
  const person = reading.ok ? reading.value.participants[0] : undefined
  const age = person && ageAt(person.dateOfBirth, now)
  if (person === undefined || age === null || age === undefined) throw new Error('no participant')
  const balance = person.accounts.reduce((sum, account) => sum + account.balance, 0)
  const pay = asked.Salary ?? person.salary ?? 0
  const own = person.contributions.find(({ kind }) => kind !== 'employer')?.rate ?? 0
  const rate = Number(asked.SavingsRateDetails?.[0]?.Value ?? own)
  const limit = lawOf('contributionLimits', now.getFullYear()).figures.electiveDeferral.value
  const spouse = asked.ParticipantXML.includes('<Spouse') ? 100 : 0
  const monthly =
    model +
    balance * 0.005 +
    pay * 0.002 +
    Math.min((rate / 100) * pay, limit) * 0.05 +
    (retirementAge - age) * 2 +
    spouse
  return {
    StrategyOutput: [
      {
        StrategyType: 'Current',
        RetirementAge: String(retirementAge),
        Percentile: growths.map(([Percentage, growth]) => ({
          Percentage,
          SustainableRetirementIncome: Math.round(monthly * 12 * (1 + (Percentage - 50) / 200)),
          TotalWealth: {
            Values: Array.from({ length: 95 - age }, (_, year) => ({
              Age: String(age + year),
              Value: Math.round(balance * (1 + growth / 100) ** year),
            })),
          },
        })),
      },
    ],
    CommunicationXML: '',
    AccountMappings: [{ AccountId: 'A1', PlanId: 'LOW401K', PlanType: '401(k)' }],
  }
}

export const startPartsService = async (now: () => Date): Promise<PartsService> => {
  const asked: Asked[] = []
  let model = 1_000
  let waiting: (() => Promise<unknown>) | null = null
  const loopback = await serve(async (request, response) => {
    const text = await bodyOf(request)
    if (request.url === tokenPath)
      return answerJson(response, 200, { access_token: 'parts-token', expires_in: 86_400 })
    const wanted = requestSchema.parse(JSON.parse(text))
    asked.push(wanted)
    await waiting?.()
    return answerJson(response, 200, answerFor(wanted, model, now()))
  })
  return {
    url: loopback.url,
    asked,
    setModel: (dollars) => {
      model = dollars
    },
    hold: (until) => {
      waiting = until
    },
    stop: loopback.stop,
  }
}
