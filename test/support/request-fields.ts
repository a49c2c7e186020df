import fc from 'fast-check'
import { toNumericText } from '#shared/express/numeric-text.ts'
import type { OperationName } from '#shared/express/operations.ts'

/** Any text without lone surrogates, which have no UTF-8 form. */
export const anyText: fc.Arbitrary<string> = fc.string({
  unit: 'binary',
  minLength: 1,
  maxLength: 40,
})

const blanks = fc.constantFrom(
  '\r\n',
  '\n',
  '\r',
  '\t',
  '\u2028',
  '\u2029',
  '\u00a0',
  '\ufeff',
  '\u0000',
  '😀',
  '𝒫',
  '"',
  '\\',
  '&amp;',
  '<![CDATA[]]>',
)

/** Participant texts with everything that a transport could be tempted to tidy. */
export const participantText: fc.Arbitrary<string> = fc
  .array(fc.oneof(blanks, anyText), { minLength: 1, maxLength: 12 })
  .map((parts) => `<Participant>${parts.join('')}</Participant>\r\n`)

const dollars = fc.oneof(
  fc.integer({ min: 0, max: 100_000_000 }),
  fc.double({ min: 0, max: 100_000_000, noNaN: true, noDefaultInfinity: true }),
)
const numericText = fc
  .oneof(
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    fc.constantFrom(0, 0.1 + 0.2, 1e-7, 1e21, 4.5),
  )
  .map(toNumericText)
const date = fc.date({
  min: new Date('1920-01-01'),
  max: new Date('2010-12-31'),
  noInvalidDate: true,
})
const rowsOf = <T>(row: fc.Arbitrary<T>, minLength: number) =>
  fc.array(row, { minLength, maxLength: 4 })

const endpoint = fc.record({ TransURL: fc.webUrl(), SID: anyText, Cookie: anyText })
const forecast = {
  RetirementAge: fc.integer({ min: 18, max: 100 }),
  SavingsRateDetails: rowsOf(
    fc.record({ PlanId: anyText, SavingsType: fc.string(), Value: numericText }),
    0,
  ),
  Salary: dollars,
  PensionTypes: rowsOf(
    fc.record({
      Amount: dollars,
      Cola: fc.boolean(),
      IsFromRecordKeeper: fc.boolean(),
      StartYear: fc.integer({ min: 1000, max: 9999 }).map(String),
    }),
    0,
  ),
  ExcludeSocialSecurity: fc.boolean(),
}
const enroll = {
  ...forecast,
  DOB: date.map((day) => day.toISOString()),
  Gender: anyText,
  StateOfResidence: anyText,
  DesiredRetirementIncome: fc.record({ Type: fc.string(), Value: numericText }),
  ForecastType: anyText,
  TransactionHTTPEndpoint: endpoint,
}

interface Fields {
  readonly required: Readonly<Record<string, fc.Arbitrary<unknown>>>
  readonly optional: Readonly<Record<string, fc.Arbitrary<unknown>>>
}

const enrollFields: Fields = {
  required: {
    ParticipantXML: participantText,
    EnrollmentInfo: rowsOf(
      fc.record({ PlanId: anyText, PlanType: anyText, ServiceOption: anyText }),
      1,
    ),
  },
  optional: enroll,
}

/** Every field of each operation but ClientId, which comes from the environment. */
const fieldsOf: Readonly<Record<OperationName, Fields>> = {
  enroll: enrollFields,
  implement: enrollFields,
  optout: {
    required: {
      ParticipantId: anyText,
      FirstName: anyText,
      LastName: anyText,
      OptoutInfo: rowsOf(fc.record({ PlanId: anyText, PlanType: anyText }), 1),
    },
    optional: { Reason: anyText, TransactionHTTPEndpoint: endpoint },
  },
  forecast: {
    required: { ParticipantXML: participantText },
    optional: { ...forecast, ForecastType: anyText },
  },
  forecastCurrent: { required: { ParticipantXML: participantText }, optional: forecast },
  caseInformation: {
    required: {
      Salary: dollars,
      RetirementAge: forecast.RetirementAge,
      DOB: date.map((day) => day.toISOString().slice(0, 10)),
    },
    optional: { Gender: anyText, SSAgeOverride: rowsOf(fc.integer({ min: 50, max: 80 }), 0) },
  },
}

/** How many of its optional fields a request has. */
export type Filling = 'no' | 'some' | 'all'

/** The fields of a request of `operation` with no, some or all of the optional ones. */
export const requestFields = (
  operation: OperationName,
  filling: Filling,
): fc.Arbitrary<Readonly<Record<string, unknown>>> => {
  const { required, optional } = fieldsOf[operation]
  if (filling === 'no') return fc.record({ ...required })
  const requiredKeys = Object.keys(filling === 'all' ? { ...required, ...optional } : required)
  return fc.record({ ...required, ...optional }, { requiredKeys })
}
