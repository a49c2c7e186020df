import { expect, test } from 'vitest'
import { doubtsOf } from '#shared/participant/doubts.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { doubtsInResult } from '#shared/strategy/doubts-in-result.ts'
import { aSavedForecast } from '#test/component/forecast/sample-saved.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { plain } from '#test/support/figures/plain.ts'

const at = new Date(2026, 10, 27, 12)
const doubts = (over: Partial<ParticipantProfile>) => doubtsOf(aProfile(over), at).map(plain)
const [account] = aProfile().accounts
if (account === undefined) throw new Error('no account')
const pension = { amount: 12_000, startYear: '2040', cola: false, line: 1 }
const rule = {
  kind: 'pretax',
  planId: 'ACME',
  rate: 6,
  amount: null,
  attributes: {},
  line: 1,
} as const

test('an ordinary participant has no doubts, nor does an empty file', () => {
  expect(doubts({})).toEqual([])
  expect(doubtsOf(null, at)).toEqual([])
})

test.each<[over: Partial<ParticipantProfile>, doubt: string]>([
  [{ dateOfBirth: '' }, 'The participant has no readable date of birth.'],
  [
    { dateOfBirth: '1970-01-01' },
    'The participant has the date of birth Jan 1, 1970, which some systems write for an unknown one.',
  ],
  [
    { dateOfBirth: '2031-03-02' },
    'The participant has a date of birth in the future, Mar 2, 2031.',
  ],
  [
    { dateOfBirth: '2020-05-14' },
    'The participant is 6 by the date of birth in the file, May 14, 2020.',
  ],
  [
    { dateOfBirth: '1912-01-01', salary: 0 },
    'The participant is 114 by the date of birth in the file, Jan 1, 1912.',
  ],
  [{ salary: -5 }, 'The participant has a negative salary, −$5.'],
  [{ salary: 0 }, 'The participant has a salary of $0.'],
  [{ salary: null }, 'The participant has no readable salary.'],
  [{ salary: 1_999.5 }, 'The participant has a salary that is read as $1,999.50 a year.'],
  [{ salary: 1_500_001 }, 'The participant has a salary that is read as $1,500,001 a year.'],
  [
    { accounts: [{ ...account, planId: 'P', holdings: [], balance: -1 }] },
    'Plan P has a negative balance, −$1.',
  ],
  [{ pensions: [{ ...pension, amount: -1 }] }, 'A pension has a negative amount, −$1.'],
  [{ pensions: [{ ...pension, startYear: '' }] }, 'A pension has no readable start year.'],
  [
    { contributions: [{ ...rule, rate: 101 }] },
    'A contribution to ACME is 101% of pay, which is not between 0% and 100%.',
  ],
  [
    { contributions: [{ ...rule, rate: null, amount: -1 }] },
    'A contribution to ACME has a negative amount, −$1.',
  ],
])('the profile %j has the doubt “%s”', (over, doubt) => {
  expect(doubts(over)).toEqual([doubt])
})

test('a holding without a balance or with a negative one is doubtful, and a repeated doubt is reported once', () => {
  const [holding] = account.holdings
  if (holding === undefined) throw new Error('no holding')
  const holdings = [null, -1, -1].map((balance) => ({ ...holding, fundId: 'F', balance }))
  expect(doubts({ accounts: [{ ...account, holdings }] })).toEqual([
    'Fund F has no readable balance; it counts as 0.',
    'Fund F has a negative balance, −$1.',
  ])
})

test('missing pay raises no doubt about somebody who may be retired', () => {
  for (const salary of [0, null]) {
    expect(doubts({ salary, dateOfBirth: '1967-11-27' })).toEqual([])
    expect(doubts({ salary, dateOfBirth: '1967-11-28' })).toHaveLength(1)
  }
})

test('a saved result reports the doubts about its file and about typed values, without a name', () => {
  const profile = aProfile({ firstName: 'Carol', salary: -5, dateOfBirth: '1959-03-02' })
  expect(doubtsInResult(aSavedForecast({}, { profile })).map(plain)).toEqual([
    'The participant has a negative salary, −$5.',
  ])
  expect(doubtsInResult(aSavedForecast({ RetirementAge: 12 }, { profile })).map(plain)).toEqual([
    'The participant has a negative salary, −$5.',
    'A retirement age of 12 is unusual: most are from 18 to 100.',
    'The participant is 67 already: a retirement age of 12 is past, and the service may use another.',
  ])
  expect(doubtsInResult(aSavedForecast())).toEqual([])
})
