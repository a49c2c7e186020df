import { z } from 'zod'
import { readBack } from '#test/unit/report/made-report.ts'
import type { RealCore } from '#test/support/worlds/real-core.ts'

/** A report's figures computed from the service's unchanged answers, without the code that makes the pages. */

const point = z.object({ Age: z.string(), Value: z.number() })
const values = z.object({ Values: z.array(point) })
const entrySchema = z.object({
  Percentage: z.number(),
  SustainableRetirementIncome: z.number(),
  RetirementIncomeAtVariousRetirementAges: z.array(
    z.object({ RetirementAge: z.string(), SustainableRetirementIncome: z.number() }),
  ),
  IncomeSources: z.array(
    z.object({ Type: z.string(), Account: z.string(), Values: z.array(point) }),
  ),
  Taxes: values,
  TotalWealth: values,
})
const component = z.object({ Type: z.string(), Value: z.number(), DollarAmount: z.number() })
const answerSchema = z.object({
  StrategyOutput: z.array(
    z.object({
      StrategyType: z.string(),
      NetRetirementIncomeGoal: z.number(),
      Percentile: z.array(entrySchema),
      SavingsRateDetail: z.array(z.object({ SavingsComponent: z.array(component) })),
    }),
  ),
})
type Point = z.infer<typeof point>
type Entry = z.infer<typeof entrySchema>
export type Answer = z.infer<typeof answerSchema>

/** The text of each PDF page, read by poppler, with single spaces. */
export const paperOf = (bytes: Uint8Array): readonly string[] =>
  readBack(bytes).sheets.map((sheet) => sheet.replace(/\s+/g, ' '))

export const verbatimAnswer = async (house: RealCore, id: string): Promise<Answer> => {
  const { text } = await house.must('records.verbatim', { id })
  return answerSchema.parse(JSON.parse(text))
}

export const money = (value: number): string =>
  `$${Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')}`
export const strategyIn = ({ StrategyOutput }: Answer, type: string) => {
  const found = StrategyOutput.find(({ StrategyType }) => StrategyType === type)
  if (found === undefined) throw new Error(`no ${type}`)
  return found
}
export const entryIn = (answer: Answer, type: string, percentage: number): Entry => {
  const found = strategyIn(answer, type).Percentile.find(
    ({ Percentage }) => Percentage === percentage,
  )
  if (found === undefined) throw new Error(`no percentile ${percentage}`)
  return found
}
export const month = (answer: Answer, type: string, percentage: number): number =>
  Math.round(entryIn(answer, type, percentage).SustainableRetirementIncome / 12)
export const at = (points: readonly Point[], age: number): number =>
  points.find(({ Age }) => Number(Age) === age)?.Value ?? 0
