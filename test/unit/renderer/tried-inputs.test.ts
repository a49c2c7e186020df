import { expect, test } from 'vitest'
import { tickedInputs, triedInputs } from '#renderer/features/submission/tried-inputs.ts'
import { forecastInputsSchema } from '#shared/express/requests.ts'

/** Tests that a forecast's inputs are sent only if they are ticked. */

const rate = (PlanId: string, Value: string) => ({ PlanId, SavingsType: '0', Value })
const pension = (Amount: number) => ({
  Amount,
  Cola: false,
  IsFromRecordKeeper: false,
  StartYear: '2050',
})
const inputs = {
  RetirementAge: 66,
  Salary: 81_234.5,
  SavingsRateDetails: [rate('A', '12'), rate('A', '12'), rate('B', '3')],
  PensionTypes: [pension(900)],
  ExcludeSocialSecurity: true,
  ForecastType: 'Full',
}
const lines = triedInputs(inputs)

test('every input of a forecast has a line, and a list has one line per row', () => {
  expect(Object.keys(inputs).toSorted()).toEqual(Object.keys(forecastInputsSchema.shape).toSorted())
  expect(lines.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Retirement age: 66',
    'Salary: $81,234.50',
    'Social Security: left out',
    'Forecast type: Full',
    'Savings rates: A, type 0: 12%',
    'Savings rates: A, type 0: 12%',
    'Savings rates: B, type 0: 3%',
    'Pensions: $900 a year from 2050, not rising with prices, not from the recordkeeper',
  ])
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
})

test('no input is sent by default, ticking all sends everything, and ticking one of two rows for the same rate sends one', () => {
  expect(tickedInputs(lines, new Set())).toEqual({})
  expect(tickedInputs(lines, new Set(lines.map(({ key }) => key)))).toEqual(inputs)
  const second = lines.filter(({ label }) => label === 'Savings rates')[1]
  expect(tickedInputs(lines, new Set([second?.key ?? '']))).toEqual({
    SavingsRateDetails: [rate('A', '12')],
  })
})

test('a tick on one value does not carry over to another value', () => {
  const ticked = new Set(lines.map(({ key }) => key))
  expect(tickedInputs(triedInputs({ Salary: 90_000 }), ticked)).toEqual({})
})
