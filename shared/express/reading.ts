import { z } from 'zod'
import { jsonSchema } from '../json.ts'

/**
 * How the program reads a response. The verbatim text is kept separately, so a reading may lack
 * values. If the service sent nothing usable, a text is `''`, a number is `null`, and a list is
 * empty. `notes` lists values that were coerced.
 */

const text = z.string()
const number = z.number().nullable()
const numbers = z.instanceof(Float64Array)

/** Values by age, in two columns of the same length: whole years of age, and dollars. */
const ageColumnSchema = z.strictObject({
  ages: numbers,
  values: numbers,
})

const seriesSchema = z.strictObject({
  account: text,
  type: text,
  investor: text,
  contributionType: text,
  catchupType: text,
  ...ageColumnSchema.shape,
})

const percentileSchema = z.strictObject({
  /** 0–100. */
  percentage: number,
  /** Present if the percentage was sent as a share of 1. */
  isShare: z.literal(true).optional(),
  label: text,
  /** Dollars a year. */
  sustainableRetirementIncome: number,
  incomeSources: z.array(seriesSchema),
  totalWealth: ageColumnSchema,
  overallEndingBalance: ageColumnSchema,
  taxes: ageColumnSchema,
  accountBalance: z.array(seriesSchema),
  retirementIncomeAtVariousRetirementAges: z.array(jsonSchema),
})

const assetMixSchema = z.strictObject({
  assets: z.array(z.strictObject({ assetClass: text, /** percent, as sent */ weight: number })),
  riskLevel: text,
})

const accountRowsSchema = z.strictObject({ accountId: text, rows: z.array(jsonSchema) })

const savingsComponentSchema = z.strictObject({
  planId: text,
  type: text,
  /** Percent of pay, as sent. */
  value: number,
  isRoth: z.boolean(),
  numberOfYears: number,
  /** Dollars a year. */
  dollarAmount: number,
})

const savingsRateDetailReadingSchema = z.strictObject({
  account: text,
  components: z.array(savingsComponentSchema),
})

const historicalScenarioSchema = z.strictObject({
  name: text,
  benchmarkName: text,
  /** Columns of the same length: calendar year, month 1–12, the value, and the benchmark's value. */
  years: numbers,
  months: numbers,
  values: numbers,
  benchmarkValues: numbers,
})

const socialSecurityReadingSchema = z.strictObject({
  age: number,
  fullBenefitAge: number,
  /** Dollars a year, as sent. */
  amount: number,
  grossAmount: number,
  fullBenefitAmount: number,
  account: text,
  investor: text,
})

const rateSchema = z.strictObject({ value: number, dollarAmount: number })

const strategySchema = z.strictObject({
  /** `Current`, `Revised`, or anything else that the service sent. */
  type: text,
  rating: text,
  riskLevel: text,
  retirementAge: number,
  retirementSpouse: text,
  /** Percent of pay, as sent. */
  savingsRate: number,
  /** Dollars a year. */
  goalParticipant: number,
  goal: number,
  percentiles: z.array(percentileSchema),
  householdMix: assetMixSchema,
  overallMix: assetMixSchema,
  advisableMixes: z.array(z.strictObject({ accountId: text, mix: assetMixSchema })),
  otherMixes: z.array(z.strictObject({ id: text, mix: assetMixSchema })),
  investmentSelections: z.array(accountRowsSchema),
  balanceHistory: z.array(accountRowsSchema),
  historicalScenarios: z.array(historicalScenarioSchema),
  savingsRateDetail: z.array(savingsRateDetailReadingSchema),
  accountSavingsRateDetail: z.array(savingsRateDetailReadingSchema),
  csSellOffData: z.array(jsonSchema),
  socialSecurity: z.array(socialSecurityReadingSchema),
  modelPortfolioIndex: number,
  savingsRateTaxableOverflow: rateSchema.nullable(),
  savingsRateOverall: rateSchema.nullable(),
  risOutput: z
    .strictObject({
      annuityType: text,
      recommendations: z.array(
        z.strictObject({
          annuityType: text,
          loweringAnnuitizationAdvisable: z.boolean(),
          percentage: number,
          amount: number,
        }),
      ),
    })
    .nullable(),
})

/**
 * A deviation from the specification, and how the program read it. `path` looks like
 * `StrategyOutput[0].Percentile[2]`.
 */
export const readingNoteSchema = z.strictObject({ path: text, message: text })

export const accountMappingSchema = z.strictObject({
  accountId: text,
  planId: text,
  planType: text,
})

export const forecastReadingSchema = z.strictObject({
  strategies: z.array(strategySchema),
  accountMappings: z.array(accountMappingSchema),
  communicationXml: text,
  notes: z.array(readingNoteSchema),
})

/** EnrollmentResult and OptOutResult; `success` is null if the service did not state it. */
export const transactionResultSchema = z.strictObject({
  success: z.boolean().nullable(),
  errorMessage: text,
  transactionId: text,
  clientTransactionId: text,
  rkTransactionId: text,
  rkTransactionMessage: text,
  transactionState: text,
  transactionReturnCode: text,
  transactionData: text,
  htmlTransactionConfirmation: z.boolean().nullable(),
  clientId: text,
  annuityPurchaseRequest: jsonSchema.nullable(),
})

/**
 * `Transaction` or `CommunicationXML` after the program tried every known encoding; `encoding`
 * names the one that matched.
 */
export const decodedTextSchema = z.strictObject({
  text: text,
  encoding: z.enum([
    'xml',
    'xml-escaped',
    'base64',
    'base64-gzip',
    'percent-encoded',
    'unknown',
    'empty',
  ]),
})

export const submissionReadingSchema = z.strictObject({
  result: transactionResultSchema,
  transaction: text,
  /** The strategies of an enrollment; null for an opt-out. */
  forecast: forecastReadingSchema.nullable(),
  /** Whom the answer names, in its result and in the objects around it; usually one id each, or none. */
  named: z.strictObject({ clientIds: z.array(text), participantIds: z.array(text) }),
  notes: z.array(readingNoteSchema),
})

export const caseInformationReadingSchema = z.strictObject({
  socialSecurity: z.array(
    z.strictObject({ age: number, /** dollars, as sent */ amount: number, penaltyAmount: number }),
  ),
  lifeExpectancyAge: number,
  notes: z.array(readingNoteSchema),
})

export type AgeColumn = z.infer<typeof ageColumnSchema>
export type Series = z.infer<typeof seriesSchema>
export type Percentile = z.infer<typeof percentileSchema>
export type AssetMix = z.infer<typeof assetMixSchema>
export type SavingsComponent = z.infer<typeof savingsComponentSchema>
export type SavingsRateDetailReading = z.infer<typeof savingsRateDetailReadingSchema>
export type HistoricalScenario = z.infer<typeof historicalScenarioSchema>
export type Strategy = z.infer<typeof strategySchema>
export type ReadingNote = z.infer<typeof readingNoteSchema>
export type ForecastReading = z.infer<typeof forecastReadingSchema>
export type TransactionResult = z.infer<typeof transactionResultSchema>
export type DecodedText = z.infer<typeof decodedTextSchema>
export type SubmissionReading = z.infer<typeof submissionReadingSchema>
export type CaseInformationReading = z.infer<typeof caseInformationReadingSchema>
