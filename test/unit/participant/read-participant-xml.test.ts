import { expect, test } from 'vitest'
import { participantReadingSchema } from '#shared/participant/profile.ts'
import type { ParticipantReading } from '#shared/participant/profile.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { readingLimits } from '#shared/participant/scan-xml.ts'
import { participantText, withChange } from './participant-text.ts'
import { plain } from '#test/support/figures/plain.ts'

const read = (text: string): ParticipantReading => {
  const result = readParticipantXml(text)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return participantReadingSchema.parse(result.value)
}

const remarksOf = (text: string): readonly string[] =>
  read(text).warnings.map(({ line, message }) => `${line}: ${plain(message)}`)

test('a file in the documented outline is read completely and without warnings', () => {
  const reading = read(participantText)
  expect(reading.warnings).toEqual([])
  expect(reading).toMatchObject({ fileType: 'RealTime', timeStamp: '2026-11-20T10:00:00' })
  expect(reading.participants).toEqual([
    {
      userId: 'P-1',
      clientId: 'TRAINING',
      firstName: 'Ana',
      middleName: 'M',
      lastName: "O'Neil",
      dateOfBirth: '1980-02-29',
      gender: 'F',
      maritalStatus: '2',
      email: 'ana@example.com',
      city: 'Springfield',
      state: 'IL',
      socialSecurityFlag: 'Y',
      salary: 82000,
      line: 6,
      pensions: [{ amount: 13000, startYear: '2045', cola: true, line: 13 }],
      accounts: [
        {
          planId: 'ACME401K',
          planType: '401K',
          status: 'Active',
          combinedLimit: 75,
          balance: 100000.3,
          line: 14,
          holdings: [
            {
              fundId: 'LCI01',
              fundIdType: 'CusFundID',
              name: '',
              transactionId: 'T1',
              balance: 60000.1,
              currentMin: 60,
              currentMax: 60,
              futureMax: 100,
            },
            {
              fundId: 'F00000XYZ',
              fundIdType: 'MorningstarID',
              name: '',
              transactionId: 'T2',
              balance: 40000.2,
              currentMin: 40,
              currentMax: 40,
              futureMax: 100,
            },
          ],
        },
      ],
      contributions: [
        {
          kind: 'pretax',
          planId: 'ACME401K',
          rate: 6,
          amount: null,
          attributes: { Rate: '6' },
          line: 21,
        },
        {
          kind: 'roth',
          planId: 'ACME401K',
          rate: 2,
          amount: null,
          attributes: { PlanID: 'ACME401K', Rate: '2', Mystery: 'x' },
          line: 23,
        },
        {
          kind: 'employer',
          planId: 'ACME401K',
          rate: 3,
          amount: null,
          attributes: { PlanID: 'ACME401K', Percent: '3' },
          line: 24,
        },
      ],
    },
  ])
})

test('prefixes, a different letter case and wrappers around the outline change nothing', () => {
  const wrapped = participantText
    .replace('<?xml version="1.0" encoding="UTF-8"?>', '')
    .replace(
      '<BatchParticipantInput xmlns=',
      '<w:Call xmlns:w="urn:x" RepId="7"><BatchParticipantInput xmlns=',
    )
    .replace('</BatchParticipantInput>', '</BatchParticipantInput></w:Call>')
    .replace('UserID=', 'USERID=')
  expect(read(wrapped)).toEqual(read(participantText))
  const prefixed = participantText
    .replace('xmlns="', 'xmlns:m="')
    .replace(/<(\/?)(?=[A-Z])/g, '<$1m:')
  expect(read(prefixed)).toEqual(read(participantText))
})

test('a byte order mark and Windows line ends change nothing, not even line numbers', () => {
  expect(read(`\ufeff${participantText.replaceAll('\n', '\r\n')}`)).toEqual(read(participantText))
})

test('CDATA is read as text, and the custom fund id takes precedence over the Morningstar id', () => {
  const text = withChange(
    '<CusFundID>LCI01</CusFundID>',
    '<MorningstarID>M</MorningstarID><CusFundID><![CDATA[LC]]>I01</CusFundID>',
  )
  expect(read(text).participants[0]?.accounts[0]?.holdings[0]).toMatchObject({
    fundId: 'LCI01',
    fundIdType: 'CusFundID',
  })
})

test('all participants of a file are read, and the file is reported to have several', () => {
  const enroll = /<Enroll[^]*<\/Enroll>/.exec(participantText)?.[0] ?? ''
  const text = participantText.replace(enroll, `${enroll}${enroll.replace('Ana', 'Ben')}`)
  const reading = read(text)
  expect(reading.participants.map(({ firstName }) => firstName)).toEqual(['Ana', 'Ben'])
  expect(remarksOf(text)).toEqual([
    '28: The file holds 2 participants; a real-time file holds one. A file is only ever sent whole.',
    '28: UserID P-1 was already used in line 6.',
  ])
})

test.each([
  [
    ' xmlns="http://www.morningstar.com/retirement"',
    '',
    '2: <BatchParticipantInput> has no namespace',
  ],
  [
    'http://www.morningstar.com/retirement',
    'urn:other',
    '2: <BatchParticipantInput> has an unknown namespace, urn:other.',
  ],
  [' ClientID="TRAINING"', '', '4: <Enroll> has no ClientID.'],
  [' UserID="P-1"', '', "6: Ana O'Neil has no UserID"],
  [' DOB="1980-02-29"', '', "6: Ana O'Neil has no readable date of birth."],
  [
    'DOB="1980-02-29"',
    'DOB="02/29/1980"',
    '6: The date of birth of <Participant> is not a date in the form YYYY-MM-DD',
  ],
  ['DOB="1980-02-29"', 'DOB="1981-02-29"', '6: The date of birth of <Participant> is not a date'],
  [
    'DOB="1980-02-29"',
    'DOB="1980-02-29T00:00:00"',
    '6: The date of birth of <Participant> carries a time; read as 1980-02-29.',
  ],
  ['Gender="F"', 'Gender="Female"', "6: The gender of Ana O'Neil is written “Female”"],
  ['<Salary Amount="82000"/>', '', "6: Ana O'Neil has no readable salary."],
  ['Amount="82000"', 'Amount="82k"', '12: The amount of <Salary> is not a number: “82k”.'],
  ['Amount="82000"', 'Amount="-1"', "6: Ana O'Neil has a negative salary, −$1."],
  ['Amount="82000"', 'Amount="$82,000.00"', '12: The amount of <Salary> is written “$82,000.00”'],
  [
    'StartYear="2045"',
    'StartYear="2045-07-01"',
    '13: The start year of <Pension> is a full date, “2045-07-01”; read as the year 2045.',
  ],
  [
    'StartYear="2045"',
    'StartYear="soon"',
    '13: The start year of <Pension> is not a year: “soon”.',
  ],
  ['Balance="60000.10"', 'Balance="-5"', '17: Fund LCI01 has a negative balance, −$5.'],
  [
    'Balance="60000.10"',
    'Balance="1e308"',
    '17: The balance of <Security> is too large to be right: “1e308”; it is not counted.',
  ],
  [
    'Amount="82000"',
    'Amount="$9,000,000,000,000,000"',
    '12: The amount of <Salary> is too large to be right: “$9,000,000,000,000,000”; it is not counted.',
  ],
  ['Balance="60000.10"', '', '17: Fund LCI01 has no readable balance; it counts as 0.'],
  [
    'CurMax="60"',
    'CurMax="160"',
    '17: The CurMax of <Security> is 160, which is not between 0 and 100 percent.',
  ],
  [
    'CurMin="40" CurMax="40"',
    'CurMin="40" CurMax="30"',
    '18: Fund F00000XYZ has CurMin 40 above CurMax 30.',
  ],
  [
    'CurMin="40" CurMax="40"',
    'CurMin="70" CurMax="70"',
    '14: The CurMin of the holdings of Plan ACME401K add up to 130 percent',
  ],
  [
    'CurMin="40" CurMax="40"',
    'CurMin="10" CurMax="10"',
    '14: The CurMax of the holdings of Plan ACME401K add up to 70 percent',
  ],
  [
    '<AccountBalance>',
    '<AccountBalance Total="5">',
    '14: Plan ACME401K states a balance of $5, but its holdings add up to $100,000.30.',
  ],
  ['Status="Active"', 'Status="Termed"', '14: Plan ACME401K has the status Termed, not Active.'],
  [
    '<RothContributionRules PlanID="ACME401K"',
    '<RothContributionRules PlanID="X"',
    '23: A contribution rule names plan X',
  ],
  [
    '<RothContributionRules',
    '<InstAcct PlanID="ACME401K" PlanType="401K"/><RothContributionRules',
    '23: Plan ACME401K is listed twice.',
  ],
])('a file with %s changed to %s gets a warning with its line', (from, to, expected) => {
  expect(remarksOf(withChange(from, to))).toContainEqual(expect.stringContaining(expected))
})

test.each([
  ['UserID="P-1"', 'UserID="P\u200b-1"', 'A UserID has a character that cannot be seen'],
  ['FirstName="Ana"', 'FirstName="\u202eanA"', 'A first name has a character'],
  ['LastName="O&apos;Neil"', 'LastName="O\u00adNeil"', 'A last name has a character'],
  ['<InstAcct PlanID="ACME401K"', '<InstAcct PlanID="ACME\u2060401K"', 'A PlanID has a character'],
])('a hidden character gets a warning: %s', (from, to, expected) => {
  expect(remarksOf(withChange(from, to))).toContainEqual(expect.stringContaining(expected))
})

test('warnings stop at the limit, and the rest are counted', () => {
  const accounts = '<InstAcct PlanID="A" PlanType="401K"/>'.repeat(40)
  const result = readParticipantXml(withChange('<Salary', `${accounts}<Salary`), {
    limits: { ...readingLimits, warnings: 10 },
  })
  expect(result.ok && result.value.warnings.length).toBe(11)
  expect(result.ok && plain(result.value.warnings.at(-1)?.message)).toMatch(/^\d+ further remarks/)
})

test('another mapping reads values under other names', () => {
  const mapping = {
    ...publishedMapping,
    values: { ...publishedMapping.values, userId: ['Participant/@Badge'] },
  }
  const result = readParticipantXml(withChange('UserID="P-1"', 'Badge="B-9"'), { mapping })
  expect(result.ok && result.value.participants[0]?.userId).toBe('B-9')
})
