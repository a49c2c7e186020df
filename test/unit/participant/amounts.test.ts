import { describe, expect, test } from 'vitest'
import { sentFields } from '#electron/core/submission/reviews/sent-fields.ts'
import { runProjection } from '#electron/training/run-projection.ts'
import {
  mappingText,
  parseMapping,
  participantMappingSchema,
  type ParticipantMapping,
} from '#shared/participant/mapping.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import { matchOf } from '#shared/participant/match.ts'
import { amountPeriods, type Amounts } from '#shared/participant/amount-periods.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { readingOf, readParticipantXml, readRecords } from '#shared/participant/read-records.ts'
import { previewOf } from '#shared/participant/trace.ts'
import { fileSavings } from '#shared/savings/file-savings.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { americanWriter, written } from '#shared/strategy/statement/said.ts'
import { valueOf } from '#test/support/results.ts'
import { year2026 } from '#test/support/samples/saving-years.ts'
import { plain } from '#test/support/figures/plain.ts'

/**
 * Dollars in a file are read for the period in the mapping; a wrong period would be off by a factor
 * of twelve.
 */

const reading = (
  amounts: Partial<Amounts>,
  values: Partial<ParticipantMapping['values']> = {},
): ParticipantMapping => ({
  ...publishedMapping,
  name: 'Acme',
  namespaces: [],
  amounts: { ...publishedMapping.amounts, ...amounts },
  values: { ...publishedMapping.values, ...values },
})
const profileOf = (text: string, mapping: ParticipantMapping): ParticipantProfile => {
  const [profile] = valueOf(readParticipantXml(text, { mapping })).participants
  if (profile === undefined) throw new Error('nobody')
  return profile
}
const file = (money: string): string =>
  `<Enroll ClientID="ACME"><Participant UserID="P-1" FirstName="Ada" LastName="Reyes" DOB="1980-02-03" Gender="F"/>${money}</Enroll>`
const account =
  '<InstAcct PlanID="P1" PlanType="401K" Status="Active"><AccountBalance><Port><Security Balance="50000"><CusFundID>F1</CusFundID></Security></Port></AccountBalance></InstAcct>'
const pay = (salary: string, pension: string, own: string, most: string): string =>
  file(
    `<Salary Amount="${salary}"/><Pension Amount="${pension}" StartYear="2047"/>${account}` +
      `<PreTaxContributionRules PlanID="P1" Amount="${own}"/>` +
      `<EmployerContributionRules PlanID="P1" MatchRate="100" MatchLimit="10" MatchMaxAmount="${most}"/>`,
  )

describe('each period', () => {
  test.each([
    ['year', 1],
    ['month', 12],
    ['halfMonth', 24],
    ['twoWeeks', 26],
    ['week', 52],
  ] as const)('multiplies an amount for a %s by %d to get a yearly amount', (period, times) => {
    const amounts: Amounts = {
      salary: period,
      pensionAmount: period,
      contributionAmount: period,
      matchMost: period,
    }
    const profile = profileOf(pay('2850.10', '400', '150', '100'), reading(amounts))
    expect(profile.salary).toBe(Math.round(2_850.1 * times * 100) / 100)
    expect(profile.pensions[0]?.amount).toBe(400 * times)
    const [own, employer] = profile.contributions
    expect(own?.amount).toBe(150 * times)
    expect(employer && matchOf(employer)?.mostDollars).toBe(100 * times)
    expect(profile.salaryPeriod).toBe(period === 'year' ? undefined : period)
    expect(profile.pensions[0]?.period).toBe(period === 'year' ? undefined : period)
    expect(own?.period).toBe(period === 'year' ? undefined : period)
  })

  test('is covered by these tests', () => {
    expect(amountPeriods).toEqual(['year', 'month', 'halfMonth', 'twoWeeks', 'week'])
  })
})

test('each amount uses its own period', () => {
  const text = pay('5000', '12000', '75', '3000')
  const { salary, pensions, contributions } = profileOf(
    text,
    reading({ salary: 'month', contributionAmount: 'week' }),
  )
  expect([salary, pensions[0]?.amount, contributions[0]?.amount]).toEqual([60_000, 12_000, 3_900])
  expect(contributions[1] && matchOf(contributions[1])?.mostDollars).toBe(3_000)
})

test.each([
  ['2850', 'year', 2_850],
  ['7500', 'year', null],
  ['0', 'year', null],
  ['82000', 'twoWeeks', 2_132_000],
  ['57692', 'twoWeeks', null],
] as const)(
  'a salary of %s per %s is reported as doubtful at %j a year (null: not reported)',
  (salary, period, aYear) => {
    const text = file(`<Salary Amount="${salary}"/>`)
    const { warnings } = valueOf(readParticipantXml(text, { mapping: reading({ salary: period }) }))
    expect(
      warnings.map(({ message }) => plain(message)).filter((each) => each.includes('salary')),
    ).toEqual(
      aYear === null
        ? []
        : [
            `Ada Reyes has a salary that is read as $${aYear.toLocaleString('en-US')} a year. If the file means another period, set it under Settings, Participant files.`,
          ],
    )
  },
)

describe('a value whose name in the file states its period', () => {
  test.each([
    ['<Salary AnnualAmount="60000"/>', 'month', 60_000],
    ['<Salary MonthlyAmount="5000"/>', 'year', 60_000],
    ['<Salary BiWeeklyAmount="2000"/>', 'year', 52_000],
    ['<Salary Semi-MonthlyAmount="2000"/>', 'year', 48_000],
    ['<Salary WeeklyAmount="1000"/>', 'month', 52_000],
    ['<MonthlyPay>5000</MonthlyPay>', 'week', 60_000],
    ['<Pay Every="Weekly">1000</Pay>', 'year', 52_000],
    ['<MonthlyReport><Wage>60000</Wage></MonthlyReport>', 'year', 60_000],
  ] as const)(
    'is read for that period, %s, although the mapping says %s',
    (money, salary, aYear) => {
      const mapping = reading(
        { salary },
        {
          salary: [
            ...['Annual', 'Monthly', 'BiWeekly', 'Semi-Monthly', 'Weekly'].map(
              (name) => `Salary/@${name}Amount`,
            ),
            'MonthlyPay',
            'Pay[@Every=Weekly]',
            'MonthlyReport/Wage',
          ],
        },
      )
      expect(participantMappingSchema.safeParse(mapping).success).toBe(true)
      expect(profileOf(file(money), mapping).salary).toBe(aYear)
    },
  )

  test('may be the maximum of a match, with or without a path of its own', () => {
    const most = (attributes: string, values: Partial<ParticipantMapping['values']> = {}) => {
      const text = file(`<EmployerContributionRules MatchRate="50" MatchLimit="6" ${attributes}/>`)
      const [rule] = profileOf(text, reading({ matchMost: 'month' }, values)).contributions
      return rule && matchOf(rule)
    }
    expect(most('AnnualMatchAmount="2000"')?.mostDollars).toBe(2_000)
    expect(most('MatchDollars="100"')?.mostDollars).toBe(1_200)
    const mapped = most('MatchTop="100"', { matchMost: ['@MatchTop'] })
    expect(mapped).toMatchObject({ mostDollars: 1_200, unread: [] })
    expect(most('MatchTop="100"')).toMatchObject({ mostDollars: null, unread: ['MatchTop=100'] })
  })
})

describe('the preview', () => {
  const found = (text: string, mapping: ParticipantMapping) => {
    const read = valueOf(readRecords(text, { mapping }))
    const [record] = read.records
    if (!record) throw new Error('nobody')
    return previewOf(record, read.collector.file, readingOf(read), mapping.amounts).found
  }

  test('shows each yearly amount, its period, and whether the name states it', () => {
    const mapping = reading({ salary: 'twoWeeks' })
    const shown = found(pay('2,850', '400', 'much', '100'), mapping)
    expect(shown['salary']).toMatchObject({
      text: '2,850',
      amount: { aYear: 74_100, period: 'twoWeeks', isNamed: false },
    })
    expect(shown['pensionAmount']?.amount).toEqual({ aYear: 400, period: 'year', isNamed: false })
    expect(shown['contributionAmount']?.amount).toMatchObject({ aYear: null })
    expect(shown['matchMost']?.amount).toMatchObject({ aYear: 100 })
    expect(shown['userId']).not.toHaveProperty('amount')
    expect(found(file('<Salary AnnualAmount="9"/>'), mapping)['salary']?.amount).toEqual({
      aYear: 9,
      period: 'year',
      isNamed: true,
    })
  })
})

describe('results', () => {
  const inYears = profileOf(pay('60000', '12000', '3600', '2400'), reading({}))
  const everyMonth: Amounts = {
    salary: 'month',
    pensionAmount: 'month',
    contributionAmount: 'month',
    matchMost: 'month',
  }
  const text = pay('5000', '1000', '300', '200')
  const inMonths = profileOf(text, reading(everyMonth))

  test('have the same savings, whatever the period', () => {
    const { you, employer, total } = fileSavings(inMonths, year2026(46))
    expect({ you, employer, total }).toEqual({
      you: { percent: 6, dollars: 3_600 },
      employer: { percent: 4, dollars: 2_400 },
      total: { percent: 10, dollars: 6_000 },
    })
    expect(fileSavings(inYears, year2026(46))).toMatchObject({ you, employer, total })
  })

  test('quote the amount in the file if it contradicts the rate', () => {
    const [rule] = fileSavings(
      profileOf(
        file('<Salary Amount="60000"/><PreTaxContributionRules Rate="5" Amount="300"/>'),
        reading({ contributionAmount: 'month' }),
      ),
      year2026(),
    ).rows
    expect(rule && plain(rule.contradiction)).toBe(
      'The file also says $300 a month, $3,600 a year; the rate counts.',
    )
  })

  test('show yearly amounts in a review, each with the amount in the file', () => {
    const body = { Salary: 65_000, PensionTypes: [{ Amount: 1 }] }
    const files = (profile: ParticipantProfile) =>
      sentFields(body, profile, usualReadAs, { year: year2026(), law: [], pay: null }).flatMap(
        ({ file }) => (file ?? []).map((line) => written(line, americanWriter)),
      )
    expect(files(inMonths)).toEqual([
      '$60,000 a year ($5,000 a month in the file)',
      '$12,000 a year ($1,000 a month in the file) from 2047',
    ])
    expect(files(inYears)).toEqual(['$60,000 a year', '$12,000 a year from 2047'])
  })

  test('from Training are the same, whatever the period', () => {
    const run = (xml: string, mapping: ParticipantMapping) => {
      const answer = runProjection({
        kind: 'participant',
        operation: 'forecast',
        request: { ClientId: 'ACME', ParticipantXML: xml },
        today: '2026-11-23',
        firmLaw: [],
        mapping,
      })
      return answer.kind === 'projected' ? answer.strategyOutputJson : answer.kind
    }
    const asMonths = run(text, reading(everyMonth))
    expect(asMonths).toContain('Percentile')
    expect(asMonths).toBe(run(pay('60000', '12000', '3600', '2400'), reading({})))
    expect(asMonths).not.toBe(run(text, reading({})))
  })
})

describe('a mapping file', () => {
  test('keeps the periods, and any other kind of file is refused with a sentence', () => {
    const mapping = reading({ salary: 'halfMonth', matchMost: 'week' })
    expect(valueOf(parseMapping(mappingText(mapping)))).toEqual(mapping)
    const foreign = parseMapping(mappingText(mapping).replace('halfMonth', 'fortnight'))
    expect(!foreign.ok && foreign.error.message).toMatch(
      /^This mapping cannot be used: amounts, salary: /,
    )
    const more = parseMapping(mappingText(mapping).replace('"matchMost": "w', '"bonus": "w'))
    expect(!more.ok && more.error.message).toContain('amounts: bonus')
  })
})
