import { expect, test } from 'vitest'
import { sentFields } from '#electron/core/submission/reviews/sent-fields.ts'
import { sentPay } from '#shared/strategy/changes/sent-values.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { writePersonXml } from '#electron/training/people/person-xml.ts'
import { savingYear, usualRules } from '#shared/savings/saving-year.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import type { Said } from '#shared/strategy/statement/said.ts'
import { inWords } from '#test/support/figures/sides.ts'
import { profileIn } from '#test/support/figures/statements.ts'
import { randomPeople } from '#test/support/people/random-people.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { year2026 } from '#test/support/samples/saving-years.ts'

/** Tests that each sent value appears beside the value in the participant's file. */

const sent = {
  ForecastType: 'Full',
  Salary: 81_234.5,
  ExcludeSocialSecurity: true,
  DOB: '1980-04-12T00:00:00.000Z',
  Gender: 'F',
  StateOfResidence: 'OH',
  RetirementAge: 66,
  DesiredRetirementIncome: { Type: 'Percent', Value: '70' },
  PensionTypes: [{ Amount: 1, StartYear: '2045', Cola: true, IsFromRecordKeeper: false }],
  ClientId: 'ACME',
  ParticipantXML: '<P/>',
  EnrollmentInfo: [{ PlanId: 'P', PlanType: '401K', ServiceOption: 'NONE' }],
  ParticipantId: 'U-1',
  FirstName: 'Ada',
  LastName: 'Quill',
  OptoutInfo: [{ PlanId: 'P', PlanType: '401K' }],
  Reason: 'Moving',
  TransactionHTTPEndpoint: { TransURL: 'https://rk.example', SID: 's', Cookie: 'c' },
}
const savings = { year: year2026(), law: [], pay: null }
const fileOf = (body: Parameters<typeof sentFields>[0], profile = aProfile()) =>
  Object.fromEntries(
    sentFields(body, profile, usualReadAs, savings).map(({ name, file }) => [
      name,
      file && file.map(inWords),
    ]),
  )

test('each field has the value in the file, an empty list if the file lacks it, and null if files never have it', () => {
  expect(fileOf(sent)).toEqual({
    ForecastType: [],
    Salary: ['$92,000 a year'],
    ExcludeSocialSecurity: ['SSFlag Y'],
    DOB: ['1980-04-12'],
    Gender: ['F'],
    StateOfResidence: ['OH'],
    RetirementAge: [],
    DesiredRetirementIncome: [],
    PensionTypes: ['$12,400 a year from 2045 rising with prices'],
    ClientId: null,
    ParticipantXML: null,
    EnrollmentInfo: null,
    ParticipantId: null,
    FirstName: null,
    LastName: null,
    OptoutInfo: null,
    Reason: null,
    TransactionHTTPEndpoint: null,
  })
  const bare = aProfile({
    salary: null,
    socialSecurityFlag: '',
    pensions: [
      { amount: null, startYear: '2040', cola: false, line: 1 },
      { amount: 500, startYear: '', cola: false, line: 2 },
    ],
  })
  expect(fileOf(sent, bare)).toMatchObject({
    Salary: [],
    ExcludeSocialSecurity: [],
    PensionTypes: ['from 2040', '$500 a year'],
  })
})

test('fields are in the order of the request, and have no file value if there is no file', () => {
  const fields = sentFields(sent, null, usualReadAs, savings)
  expect(fields.map(({ name }) => name)).toEqual(Object.keys(sent))
  expect(fields.map(({ file }) => file)).toEqual(fields.map(() => null))
  expect(fields.find(({ name }) => name === 'Salary')?.lines.map(inWords)).toEqual([
    '$81,234.50, sent as dollars a year',
  ])
})

test('a value of unknown form is shown as JSON without its secrets', () => {
  const fields = sentFields(
    { Salary: 'much', TransactionHTTPEndpoint: { SID: 'sid-1' } },
    aProfile(),
    usualReadAs,
    savings,
  )
  expect(fields[0]).toEqual({
    name: 'Salary',
    label: 'Salary',
    lines: [['"much"']],
    leftOut: '',
    file: null,
  })
  expect(JSON.stringify(fields)).not.toContain('sid-1')
})

const rule = (planId: string, kind: 'pretax' | 'posttax' | 'roth' | 'employer', rate: number) => ({
  kind,
  planId,
  rate,
  amount: null,
  attributes: { Rate: String(rate) },
  line: 1,
})

test('sent rates appear beside the same rates of the file; employer rates and sums are listed separately', () => {
  const profile = aProfile({
    salary: 100_000,
    contributions: [
      rule('ACME401K', 'pretax', 6),
      rule('ACME401K', 'roth', 2),
      rule('ACME457', 'posttax', 1),
      rule('', 'employer', 4),
    ],
  })
  const of = (PlanId: string | undefined, over = profile, SavingsType = '0') => {
    const [field] = sentFields(
      { SavingsRateDetails: [{ PlanId, SavingsType, Value: '5' }] },
      over,
      usualReadAs,
      savings,
    )
    const text = (parts: readonly Said[] | null | undefined) => parts?.map(inWords).join('; ')
    return { file: text(field?.file), beside: text(field?.beside) }
  }
  const beside = 'employer 4% ($4,000 a year); You 9% ($9,000 a year); Total 13% ($13,000 a year)'
  const pretax = 'ACME401K pre-tax 6% ($6,000 a year)'
  const roth = 'ACME401K Roth 2% ($2,000 a year)'
  expect(of('acme401k')).toEqual({ file: `${pretax}; ${roth}`, beside })
  expect(of('ACME401K', profile, 'PreTax')).toEqual({ file: pretax, beside })
  expect(of('ACME401K', profile, 'Roth')).toEqual({ file: roth, beside })
  expect(of('ACME401K', profile, 'PostTax')).toEqual({ file: '', beside })
  expect(of('ACME457')).toEqual({ file: 'ACME457 post-tax 1% ($1,000 a year)', beside })
  expect(of(undefined)).toEqual({ file: '', beside })
  const match = {
    ...rule('M', 'employer', 0),
    rate: null,
    attributes: { MatchRate: '50', MatchLimit: '6' },
  }
  const matched = aProfile({ salary: 100_000, contributions: [rule('M', 'pretax', 6), match] })
  expect(of('M', matched).file).toBe('M pre-tax 6% ($6,000 a year)')
  expect(of('M', matched).beside).toContain(
    'M employer 3% ($3,000 a year) (50¢ per $1 on the first 6% of pay);',
  )
  const only = aProfile({ contributions: [{ ...rule('X', 'pretax', 1), rate: null }] })
  const unknown = 'Employer not in the file; Total not known'
  expect(of('X', only)).toEqual({ file: 'X pre-tax not known', beside: unknown })
  expect(of('Y', only)).toEqual({ file: '', beside: `You not known; ${unknown}` })
  expect(of('Y', aProfile({ contributions: [] }))).toEqual({ file: '', beside: undefined })
})

test('a sent rate is shown with its dollars, and a sent age can be explained', () => {
  const profile = aProfile({ salary: 100_000 })
  const inputs = {
    RetirementAge: 67,
    SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'PreTax', Value: '6.5' }],
  }
  const linesOf = (body: typeof inputs & { Salary?: number }) => {
    const pay = sentPay(body, profile)
    const fields = sentFields(body, profile, usualReadAs, { ...savings, pay })
    return new Map(fields.map(({ name, lines }) => [name, lines]))
  }
  const lines = linesOf(inputs)
  expect(lines.get('SavingsRateDetails')?.map(inWords)).toEqual([
    'ACME401K, type PreTax: 6.5% ($6,500 a year)',
  ])
  expect(lines.get('RetirementAge')).toMatchObject([
    [{ figure: { unit: 'age', steps: [{ text: '67', origin: { from: 'typed' } }] } }],
  ])
  expect(
    linesOf({ ...inputs, Salary: 50_000 })
      .get('SavingsRateDetails')
      ?.map(inWords),
  ).toEqual(['ACME401K, type PreTax: 6.5% ($3,250 a year)'])
})

const seed = process.env['GLIDEPATH_PEOPLE_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))
const everybody = [
  ...examplePeople.map(({ xml }) => xml),
  ...randomPeople(30, seed).map(writePersonXml),
].map(profileIn)

test(`every amount is a figure, for the examples and 30 random people (seed ${seed})`, () => {
  const faults = everybody.flatMap((profile) => {
    const body = {
      ClientId: 'ACME',
      ParticipantXML: '<P/>',
      EnrollmentInfo: [],
      Salary: 81_234,
      DesiredRetirementIncome: { Type: 'Dollars', Value: '54000' },
      PensionTypes: [{ Amount: 9600, StartYear: '2045', Cola: true, IsFromRecordKeeper: false }],
      SavingsRateDetails: profile.accounts.map(({ planId }) => ({
        PlanId: planId,
        SavingsType: 'Pretax',
        Value: '7',
      })),
    }
    const year = savingYear(profile, new Date('2026-11-27T12:00:00'), usualRules)
    return sentFields(body, profile, usualReadAs, {
      year,
      law: [],
      pay: sentPay(body, profile),
    }).flatMap(({ name, lines, file, beside = [] }) => {
      const words = [...lines, ...(file ?? []), ...beside].map((line) =>
        line.map((part) => (typeof part === 'string' ? part : '')).join(''),
      )
      // The rate of a match is a rule, not an amount of the client.
      const bare = words.filter((text) => /\$\d|\d%/.test(text.replace(/(\$1 )?per \$1/, '')))
      const isAmount = /Salary|Pension|Savings/.test(name) && lines.length > 0
      const isMissing = isAmount && lines.flat().every((part) => typeof part === 'string')
      return [
        ...bare.map((text) => `${profile.userId}, ${name}: “${text}”`),
        ...(isMissing ? [`${profile.userId}, ${name} has no figure`] : []),
      ]
    })
  })
  expect(faults).toEqual([])
})
