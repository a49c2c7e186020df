import { describe, expect, test } from 'vitest'
import { readDraft, submissionNamed } from '#shared/express/operations.ts'
import { joined, plansWords, planWords } from '#shared/express/field.ts'

/** Receipt wording for submissions, spelled out by hand. */

const plan = (planId: string, planType = '', serviceOption = '') => ({
  planId,
  planType,
  serviceOption,
})
const two = [plan('ACME401K', '401K', 'ManagedAccounts'), plan('ACMEPSP', 'Profit Sharing')]

test.each([
  ['enroll', 'ACME401K (401K), ManagedAccounts and ACMEPSP (Profit Sharing)'],
  ['implement', 'ACME401K (401K), ManagedAccounts and ACMEPSP (Profit Sharing)'],
  ['optout', 'ACME401K and ACMEPSP'],
] as const)('a receipt of %s for two plans names both: %s', (name, both) => {
  const { asked, does } = submissionNamed(name).receipt
  for (const words of [asked(two), does(two)]) expect(words.endsWith(` ${both}`), words).toBe(true)
})

test.each(['enroll', 'implement'] as const)(
  '%s offers service options, with the specification’s first option first',
  (name) => {
    expect(submissionNamed(name).columns['serviceOption']).toMatchObject({
      options: [
        'ManagedAccounts',
        'QualMRP',
        'OnlineAdvice',
        'OnlineGuidance',
        'OnlineCallCenter',
        'Proposal',
      ],
    })
  },
)

test('an opt-out labels its fields as on screen, and accepts an id of one character', () => {
  const { ownFields } = submissionNamed('optout')
  expect(Object.values(ownFields).map(({ label }) => label)).toEqual([
    'Participant id',
    'First name',
    'Last name',
    'Plans',
    'Reason',
  ])
  const { subject } = readDraft({
    operation: 'optout',
    participantId: 'X',
    firstName: 'A',
    lastName: 'B',
    optoutInfo: [],
    reason: '',
  }).says
  expect(subject?.participantId).toBe('X')
})

describe('plans in words', () => {
  test('state the type and service of each plan, if there are any', () => {
    expect(planWords(plan('P', '401K', 'ManagedAccounts'))).toBe('P (401K), ManagedAccounts')
    expect(planWords(plan('P', '401K'))).toBe('P (401K)')
    expect(planWords(plan('P'))).toBe('P')
  })

  test('are joined as in a sentence', () => {
    expect(['A', 'B', 'C', 'D'].map((_, index, all) => joined(all.slice(0, index)))).toEqual([
      '',
      'A',
      'A and B',
      'A, B and C',
    ])
    expect(plansWords([plan('A', '401K'), plan('B')])).toBe('A (401K) and B')
  })
})
