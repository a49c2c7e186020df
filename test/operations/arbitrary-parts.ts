import fc from 'fast-check'
import { toNumericText } from '#shared/text/numeric-text.ts'

/** Arbitrary values for request fields. */

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

/** Participant texts with everything that a transport might normalize. */
export const participantText: fc.Arbitrary<string> = fc
  .array(fc.oneof(blanks, anyText), { minLength: 1, maxLength: 12 })
  .map((parts) => `<Participant>${parts.join('')}</Participant>\r\n`)

export const dollars = fc.oneof(
  fc.integer({ min: 0, max: 100_000_000 }),
  fc.double({ min: 0, max: 100_000_000, noNaN: true, noDefaultInfinity: true }),
)
export const numericText = fc
  .oneof(
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    fc.constantFrom(0, 0.1 + 0.2, 1e-7, 1e21, 4.5),
  )
  .map(toNumericText)
export const date = fc.date({
  min: new Date('1920-01-01'),
  max: new Date('2010-12-31'),
  noInvalidDate: true,
})
export const rowsOf = <T>(row: fc.Arbitrary<T>, minLength: number) =>
  fc.array(row, { minLength, maxLength: 4 })

export const endpoint = fc.record({ TransURL: fc.webUrl(), SID: anyText, Cookie: anyText })
/** Changes that a user can make to a forecast. */
export const forecastInputs = {
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
