import {
  byAccount,
  described,
  flag,
  integer,
  list,
  listOfAnything,
  number,
  numericText,
  object,
  ref,
  text,
  type JsonSchema,
} from './json-schema.ts'
import { z } from 'zod'
import { operationNames, operations, tokenPath, type OperationName } from './operations.ts'
import { transactionHttpEndpointSchema } from './requests.ts'

const values = object({ Values: list(ref('ValuePoint')) })
const rate = object({ Value: number, DollarAmount: number })

const reducedPercentile = {
  IncomeSources: list(ref('Series')),
  TotalWealth: values,
  Percentage: number,
  Label: text,
  SustainableRetirementIncome: number,
}

const reducedStrategy = {
  InvestmentSelections: byAccount(listOfAnything),
  AssetMixAdvisableAccounts: byAccount(ref('AssetMix')),
  AssetMixHousehold: ref('AssetMix'),
  Percentile: list(ref('ReducedPercentile')),
  StrategyType: described('Known values: Current, Revised'),
  Rating: text,
  RiskLevel: text,
  RetirementAge: numericText,
  SavingsRate: number,
  SocialSecurity: list(ref('SocialSecurity')),
  ModelPortfolioIndex: integer,
}

const strategyOutput = {
  ...reducedStrategy,
  AssetMixOverall: ref('AssetMix'),
  AssetMixOther: list(object({ AssetMix: ref('AssetMix'), Id: text })),
  BalanceHistory: byAccount(listOfAnything),
  HistoricalScenarios: list(
    object({
      Balance: list(object({ Year: text, Month: text, Value: number, BenchmarkValue: number })),
      Name: text,
      BenchmarkName: text,
    }),
  ),
  Percentile: list(ref('Percentile')),
  SavingsRateDetail: list(ref('SavingsRateBreakdown')),
  AccountSavingsRateDetail: list(ref('SavingsRateBreakdown')),
  CSSellOffData: listOfAnything,
  RetirementSpouse: numericText,
  NetRetirementIncomeGoalParticipant: number,
  NetRetirementIncomeGoal: number,
  SavingsRateTaxableOverflow: rate,
  SavingsRateOverall: rate,
  RisOutput: object({
    AnnuityType: described('Known value: GMWB'),
    Recommendations: list(
      object({
        AnnuityType: text,
        LoweringAnnuitizationAdvisable: flag,
        Percentage: number,
        Amount: number,
      }),
    ),
  }),
}

/**
 * The parts of answers, including the token's. They document the service and are not used for
 * validation. The program reads any answer as far as it can (`read/`), so no property is required
 * and unknown ones may be present.
 */
export const answerParts: Readonly<Record<string, JsonSchema>> = {
  AccountMapping: object({ AccountId: text, PlanId: text, PlanType: text }),
  AssetMix: object({
    Asset: list(object({ AssetClass: text, Weight: numericText })),
    RiskLevel: text,
  }),
  ValuePoint: object({ Age: numericText, Value: number }),
  Series: object({
    Values: list(ref('ValuePoint')),
    Type: described('Known values: AccountIncome, BeginingBalance'),
    Account: text,
    Investor: described('Known value: Participant'),
    ContributionType: described('Known value: PostTax'),
    CatchupType: text,
  }),
  ReducedPercentile: object(reducedPercentile),
  Percentile: object({
    ...reducedPercentile,
    OverallEndingBalance: values,
    Taxes: values,
    RetirementIncomeAtVariousRetirementAges: listOfAnything,
    AccountBalance: list(ref('Series')),
  }),
  SavingsComponent: object({
    PlanId: text,
    Type: described('Known value: Pretax'),
    Value: number,
    IsRoth: flag,
    NumberOfYears: integer,
    DollarAmount: number,
  }),
  SavingsRateBreakdown: object({ SavingsComponent: list(ref('SavingsComponent')), Account: text }),
  SocialSecurity: object({
    Age: numericText,
    FullBenefitAge: integer,
    Amount: number,
    GrossAmount: number,
    FullBenefitAmount: number,
    Account: text,
    Investor: text,
  }),
  StrategyOutput: object(strategyOutput),
  ReducedStrategyOutput: object(reducedStrategy),
  TokenAnswer: {
    type: 'object',
    description:
      'Shape: not shown. Read tolerantly; a token lives 24 hours unless the answer says otherwise.',
    properties: {
      access_token: text,
      token_type: text,
      expires_in: { type: ['integer', 'string'] },
    },
  },
}

const requestSchemas: Readonly<Record<string, z.ZodObject>> = {
  ...Object.fromEntries(
    operationNames.flatMap((name) => Object.entries<z.ZodObject>(operations[name].requestParts)),
  ),
  TransactionHTTPEndpoint: transactionHttpEndpointSchema,
}

/** Every answer and its parts, by their names in the description. */
export const answerSchemas: Readonly<Record<string, JsonSchema>> = {
  ...answerParts,
  ...Object.fromEntries(
    operationNames.flatMap((name) => Object.entries<JsonSchema>(operations[name].answerSchemas)),
  ),
}

/** The request schemas as JSON Schema; each part appears once and is referenced by name. */
const writtenRequests = (): Readonly<Record<string, JsonSchema>> => {
  const named = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(requestSchemas)) named.add(schema, { id })
  const { schemas } = z.toJSONSchema(named, {
    uri: (id) => `#/components/schemas/${id}`,
    // zod writes dates as a pattern of 400 characters next to the equivalent format, and bounds whole numbers by
    // JavaScript's exact range, which is not a rule of the service.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _address, ...schema }]) => [
      id,
      schema,
    ]),
  )
}

const requestNameOf = (operation: OperationName) => {
  const { request } = operations[operation]
  const found = Object.entries(requestSchemas).find(([, schema]) => schema === request)
  if (!found) throw new Error(`the request of ${operation} has no name in the description`)
  return found[0]
}

const jsonContent = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } })

const responses = (answer: string): JsonSchema => ({
  200: { description: 'Success. Status codes: not shown', content: jsonContent(ref(answer)) },
  default: { $ref: '#/components/responses/Error' },
})

const tokenOperation: JsonSchema = {
  operationId: 'obtainAccessToken',
  summary: 'Obtain access token',
  description:
    'OAuth 2.0 client credentials. How the client’s own credentials are conveyed is not shown: as a bearer value, as HTTP Basic, or in the form.',
  security: [{}, { clientBearer: [] }, { clientBasic: [] }],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: {
            grant_type: { type: 'string', enum: ['client_credentials'] },
            client_id: { type: 'string' },
            client_secret: { type: 'string' },
          },
          required: ['grant_type'],
          additionalProperties: false,
        },
      },
    },
  },
  responses: responses('TokenAnswer'),
}

const operation = (name: OperationName): JsonSchema => ({
  operationId: name,
  summary: operations[name].title,
  requestBody: { required: true, content: jsonContent(ref(requestNameOf(name))) },
  responses: responses(operations[name].answer),
})

/**
 * The service in OpenAPI 3.1. Requests come from the schemas that the program itself uses; answers follow the
 * specification. build/openapi.mjs writes it to `docs/express.openapi.json`.
 */
export const openApiDocument = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Express Retirement Planning',
    version: 'v1',
    description:
      'Generated from shared/express by `node build/openapi.mjs`. Requests take exactly these fields; answers may bring more or less.',
  },
  servers: [{ url: '/', description: 'Each environment has a base address of its own' }],
  security: [{ accessToken: [] }],
  paths: Object.fromEntries([
    [tokenPath, { post: tokenOperation }],
    ...operationNames.map((name) => [operations[name].path, { post: operation(name) }] as const),
  ]),
  components: {
    securitySchemes: {
      accessToken: {
        type: 'http',
        scheme: 'bearer',
        description: 'The access token, valid for 24 hours',
      },
      clientBearer: { type: 'http', scheme: 'bearer', description: 'A value issued to the client' },
      clientBasic: { type: 'http', scheme: 'basic', description: 'Client id and secret' },
    },
    responses: {
      Error: {
        description: 'An Error Object; its fields and the status codes are not shown',
        content: jsonContent({}),
      },
    },
    schemas: { ...writtenRequests(), ...answerSchemas },
  },
})

export const openApiText = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`
