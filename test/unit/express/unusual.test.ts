import { expect, it } from 'vitest'
import { operations } from '#shared/express/operations.ts'
import { unusualIn } from '#shared/express/unusual.ts'
import { plain } from '#test/support/figures/plain.ts'

const plan = { PlanId: 'P', PlanType: '401K' }
const person = { ClientId: 'C', ParticipantId: 'p', FirstName: 'Ada', LastName: 'Byron' }
const file = { ClientId: 'C', ParticipantXML: '<a/>' }

it.each([
  [
    'forecast',
    { ...file, RetirementAge: 110 },
    'RetirementAge',
    'A retirement age of 110 is unusual: most are from 18 to 100.',
  ],
  [
    'forecast',
    { ...file, RetirementAge: -3 },
    'RetirementAge',
    'A retirement age of -3 is unusual: most are from 18 to 100.',
  ],
  ['forecast', { ...file, Salary: -1 }, 'Salary', 'A salary of −$1 is unusual.'],
  ['forecast', { ...file, Salary: 2e9 }, 'Salary', 'A salary of $2,000,000,000 is unusual.'],
  [
    'forecast',
    { ...file, SavingsRateDetails: [{ SavingsType: '0', Value: '6' }] },
    'SavingsRateDetails.0.PlanId',
    'A savings rate names no plan.',
  ],
  [
    'forecast',
    { ...file, SavingsRateDetails: [{ PlanId: 'P', Value: '600' }] },
    'SavingsRateDetails.0.Value',
    'A savings rate of 600% of pay is unusual.',
  ],
  [
    'forecast',
    { ...file, PensionTypes: [{ Amount: -5, StartYear: '2040' }] },
    'PensionTypes.0.Amount',
    'A pension of −$5 is unusual.',
  ],
  [
    'forecast',
    { ...file, PensionTypes: [{ Amount: 5 }] },
    'PensionTypes.0.StartYear',
    'A pension has no start year.',
  ],
  ['enroll', { ...file, EnrollmentInfo: [] }, 'EnrollmentInfo', 'No plan is named.'],
  [
    'enroll',
    { ...file, EnrollmentInfo: [plan] },
    'EnrollmentInfo.0.ServiceOption',
    'A plan has no service option.',
  ],
  [
    'implement',
    {
      ...file,
      EnrollmentInfo: [{ ...plan, ServiceOption: 'x' }],
      DesiredRetirementIncome: { Type: '0' },
    },
    'DesiredRetirementIncome.Value',
    'The desired retirement income has no value.',
  ],
  [
    'optout',
    { ...person, LastName: ' ', OptoutInfo: [plan] },
    'LastName',
    'No last name is given.',
  ],
  [
    'optout',
    { ...person, OptoutInfo: [{ PlanId: 'P' }] },
    'OptoutInfo.0.PlanType',
    'A plan has no plan type.',
  ],
  [
    'caseInformation',
    { ClientId: 'C', Salary: 1, RetirementAge: '17', DOB: '1980-01-01' },
    'RetirementAge',
    'A retirement age of 17 is unusual: most are from 18 to 100.',
  ],
  [
    'caseInformation',
    { ClientId: 'C', Salary: 1, RetirementAge: 67, DOB: '1980-01-01', SSAgeOverride: [67, 90] },
    'SSAgeOverride.1',
    'A Social Security age of 90 is unusual: most are from 50 to 80.',
  ],
] as const)('%s with %j is unusual, but may be sent', (operation, body, field, message) => {
  expect(operations[operation].request.safeParse(body).success).toBe(true)
  expect(
    unusualIn(body).map((each) => ({ field: each.field, message: plain(each.message) })),
  ).toEqual([{ field, message }])
})

it.each([
  ['forecast', { ...file, RetirementAge: 18, Salary: 0, SavingsRateDetails: [], PensionTypes: [] }],
  ['forecast', { ...file, SavingsRateDetails: [{ PlanId: 'P', SavingsType: '', Value: '100' }] }],
  ['optout', { ...person, OptoutInfo: [plan] }],
] as const)('nothing is unusual about %s with %j', (operation, body) => {
  expect(operations[operation].request.safeParse(body).success).toBe(true)
  expect(unusualIn(body)).toEqual([])
})

it.each([
  [{ Salary: 100_000_000 }, { Salary: 100_000_001 }],
  [
    { SavingsRateDetails: [{ PlanId: 'P', Value: '0' }] },
    { SavingsRateDetails: [{ PlanId: 'P', Value: '-1' }] },
  ],
  [
    { SavingsRateDetails: [{ PlanId: 'P', Value: '100' }] },
    { SavingsRateDetails: [{ PlanId: 'P', Value: '101' }] },
  ],
  [{ ParticipantId: 'x'.repeat(100) }, { ParticipantId: 'x'.repeat(101) }],
  [{ FirstName: 'x'.repeat(100) }, { FirstName: 'x'.repeat(101) }],
  [{ LastName: 'x'.repeat(100) }, { LastName: 'x'.repeat(101) }],
  [{ Reason: 'x'.repeat(200) }, { Reason: 'x'.repeat(201) }],
])('%j is usual, %j is not', (usual, unusual) => {
  expect(unusualIn(usual)).toEqual([])
  expect(unusualIn(unusual)).toHaveLength(1)
})

it('an age that is not a number causes no warning', () => {
  expect(unusualIn({ RetirementAge: 'soon' })).toEqual([])
})
