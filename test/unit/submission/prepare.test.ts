import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { samenessOf, serviceOf, traitsOf } from '#electron/core/submission/table/likeness.ts'
import type { Likeness } from '#shared/records/receipt.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import type { Subject } from '#shared/participant/subject.ts'
import { house, optout, unwrap } from '#test/support/worlds/submissions-house.ts'

/** Tests what a review says about the request, and which drafts count as the same request. */

const xml = `<Participant UserID="P-1" Note="${'é'.repeat(200)}"/>`
const enroll: SubmissionDraft = {
  operation: 'enroll',
  handle: 'open',
  enrollmentInfo: [{ PlanId: 'ACME401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
  inputs: {
    RetirementAge: 66,
    Salary: 81_234.5,
    SavingsRateDetails: [{ PlanId: 'ACME401K', SavingsType: 'PT', Value: '6' }],
    PensionTypes: [{ Amount: 900, Cola: true, StartYear: '2050' }],
    ExcludeSocialSecurity: false,
    Gender: 'F',
    DesiredRetirementIncome: { Type: 'Percentage', Value: '70' },
  },
  transactionUrl: 'https://rk.example/receive',
}

const sentTo = async (world: ReturnType<typeof house>, draft: SubmissionDraft) => {
  const review = unwrap(await world.submissions.review(draft))
  unwrap(await world.submissions.send(review.submissionId, { sendsUnusual: true }))
  return { review, body: world.sent[0] }
}

describe('the request in a review', () => {
  test('is shown field by field as sent, except that the file is shortened and the session hidden', async () => {
    const { submissions } = house({ participant: { text: xml, profile: null } })
    const { fields, bodyPreview } = unwrap(await submissions.review(enroll))
    expect(fields).toEqual([
      {
        name: 'ClientId',
        value: 'TRAINING',
        description: 'the client the service knows this environment by',
      },
      {
        name: 'ParticipantXML',
        value: `${xml.slice(0, 160)}… (${xml.length} characters in all)`,
        description: 'the participant file, sent exactly as it was opened',
      },
      {
        name: 'EnrollmentInfo',
        value: [{ PlanId: 'ACME401K', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
        description: 'plans and the service option for each',
      },
      { name: 'RetirementAge', value: 66, description: 'target retirement age' },
      {
        name: 'SavingsRateDetails',
        value: [{ PlanId: 'ACME401K', SavingsType: 'PT', Value: '6' }],
        description: 'savings rates',
      },
      {
        name: 'Salary',
        value: 81_234.5,
        description: 'sent as dollars a year, by a setting of the environment',
      },
      {
        name: 'PensionTypes',
        value: [{ Amount: 900, Cola: true, StartYear: '2050' }],
        description: 'pensions, sent as dollars a year, by a setting of the environment',
      },
      { name: 'ExcludeSocialSecurity', value: false, description: 'leave Social Security out' },
      { name: 'Gender', value: 'F', description: '' },
      {
        name: 'DesiredRetirementIncome',
        value: { Type: 'Percentage', Value: '70' },
        description: 'income goal',
      },
      {
        name: 'TransactionHTTPEndpoint',
        value: { TransURL: 'https://rk.example/receive', SID: '••••••', Cookie: '••••••' },
        description: "the recordkeeper's address; session values hidden",
      },
    ])
    expect(bodyPreview).toBe(
      JSON.stringify(Object.fromEntries(fields.map(({ name, value }) => [name, value])), null, 2),
    )
  })

  test('has the size and the digest of exactly the bytes that are sent', async () => {
    const { review, body } = await sentTo(
      house({ participant: { text: xml, profile: null } }),
      enroll,
    )
    const bytes = Buffer.from(JSON.stringify(body))
    expect(bytes.toString()).toContain(xml.slice(-20, -3))
    expect(review.bodyBytes).toBe(bytes.length)
    expect(review.bodySha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test('shows that a session is empty', async () => {
    const { submissions } = house({ secrets: { ok: true, value: null }, emptySession: true })
    const { fields } = unwrap(
      await submissions.review({ ...optout, transactionUrl: 'https://rk.example/receive' }),
    )
    expect(fields.at(-1)?.value).toEqual({
      TransURL: 'https://rk.example/receive',
      SID: '',
      Cookie: '',
    })
  })

  test('is the same for Implement as for Enroll, except for the address', async () => {
    const participant = { text: xml, profile: null }
    const implement: SubmissionDraft = { ...enroll, operation: 'implement' }
    const [one, other] = [
      await sentTo(house({ participant }), enroll),
      await sentTo(house({ participant }), implement),
    ]
    expect(other.body).toEqual(one.body)
    expect(other.review.plans).toEqual([
      { planId: 'ACME401K', planType: '401K', serviceOption: 'ManagedAccounts' },
    ])
    expect(other.review.subject).toEqual(one.review.subject)
  })

  test('has no Reason if none was given', async () => {
    const { body } = await sentTo(house(), { ...optout, reason: '' })
    expect(body).not.toHaveProperty('Reason')
  })
})

test('a plan without any data, in an opt-out or an enrollment, is shown as a plan without id', async () => {
  const blank = { planId: '', planType: '', serviceOption: '' }
  const { submissions } = house({ participant: { text: xml, profile: null } })
  expect(unwrap(await submissions.review({ ...enroll, enrollmentInfo: [{}] })).plans).toEqual([
    blank,
  ])
  expect(unwrap(await submissions.review({ ...optout, optoutInfo: [{}] })).plans).toEqual([blank])
  expect(unwrap(await submissions.review(optout)).plans).toEqual([
    { planId: 'ACME401K', planType: '401K', serviceOption: '' },
  ])
})

test('the subject of an opt-out is the person named in it', async () => {
  const { subject } = unwrap(await house().submissions.review(optout))
  expect(subject).toEqual({
    participantId: 'P-100',
    name: 'Dana Reyes',
    firstName: 'Dana',
    lastName: 'Reyes',
  })
})

describe('the key of a service', () => {
  test('is empty for Training', () => {
    expect(serviceOf({ kind: 'training', baseUrl: 'https://one.example', clientId: 'C' })).toBe('')
  })

  test.each([
    ['https://one.example:8443/a', 'HTTPS://One.Example.:8443/a//', true],
    ['https://one.example', 'https://one.example/', true],
    ['https://one.example:8443', 'https://one.example:9443', false],
    ['https://one.example/a', 'https://one.example/b', false],
    ['http://localhost:8080/a', 'http://127.0.0.1:8080/a/', true],
    ['http://[::1]:8080', 'http://localhost:8080', true],
    ['http://localhost:8080', 'http://localhost:8081', false],
    ['https://oneexample', 'https://one.example', false],
    ['https://one.example/a/b', 'https://one.example/ab', false],
    ['https://one.example/a/b', 'https://one.example//a///b//', true],
    ['https://one.example/api', 'https://one.example/%61pi', true],
    ['https://one.example/api-v1.0~x_y', 'https://one.example/%61%50i%2Dv1%2E0%7ex%5Fy/', true],
    ['https://one.example/a/b', 'https://one.example/a/%2E/c/%2e%2e/b', true],
    ['https://one.example/a/b', 'https://one.example//a/./b', true],
    ['https://one.example:443/a', 'https://ONE.example/%41', true],
    ['https://one.example/a/b', 'https://one.example/a%2Fb', false],
    ['https://one.example/a', 'https://one.example/%2561', false],
    ['https://one.example/a b', 'https://one.example/a%20b', true],
    ['https://one.example/a;b', 'https://one.example/a', false],
    ['not an address', 'not another address', false],
  ])('is the same for %s and %s: %j', (one, other, isSame) => {
    const at = (baseUrl: string) => serviceOf({ kind: 'uat', baseUrl, clientId: 'Acme' })
    expect(at(one) === at(other)).toBe(isSame)
    expect(at(one)).not.toBe(serviceOf({ kind: 'uat', baseUrl: one, clientId: 'Other' }))
    expect(at(one)).toBe(serviceOf({ kind: 'production', baseUrl: one, clientId: 'ACME' }))
  })
})

describe('two submissions under way at once', () => {
  interface Draft {
    readonly environment: string
    readonly operation: 'enroll' | 'implement' | 'optout'
    readonly subject: Pick<Subject, 'participantId' | 'among'>
    readonly planIds: readonly string[]
    readonly likeness: Likeness
  }
  const draft: Draft = {
    environment: 'env',
    operation: 'optout',
    subject: { participantId: 'P-1' },
    planIds: ['ONE'],
    likeness: { body: 'body a', file: '', service: 'https://one.example acme' },
  }
  const traits = ({ environment, operation, subject, planIds, likeness }: Draft) =>
    traitsOf(
      {
        environment: { id: environment, kind: 'uat' },
        operation,
        subject,
        plans: planIds.map((planId) => ({ planId })),
      },
      likeness,
    )
  const areSame = (one: Draft, other: Draft): boolean =>
    samenessOf(traits(one), traits(other)) !== null
  const like = (over: Partial<Likeness>): Likeness => ({ ...draft.likeness, ...over })
  const another = like({ body: 'body b' })

  test.each<[string, Partial<Draft>, Partial<Draft>]>([
    ['the same person and one plan in common', {}, { planIds: ['TWO', 'one '], likeness: another }],
    [
      'one person in common',
      {},
      {
        subject: { participantId: '', among: [{ participantId: 'p-1', name: '' }] },
        likeness: another,
      },
    ],
    [
      'the same file and plan, whoever is meant',
      { subject: { participantId: '' }, likeness: like({ file: 'file' }) },
      { subject: { participantId: '' }, likeness: like({ file: 'file', body: 'body b' }) },
    ],
    [
      'the same request, whoever it is for',
      {},
      { subject: { participantId: 'P-2' }, planIds: ['TWO'] },
    ],
    ['the same person, and no plan in one of them', {}, { planIds: [], likeness: another }],
    ['two environments of one service', {}, { environment: 'other', likeness: another }],
    [
      'one environment whose address was changed',
      {},
      { likeness: like({ body: 'body b', service: 'https://two.example acme' }) },
    ],
  ])('wait for each other: %s', (_what, one, other) => {
    expect(areSame({ ...draft, ...one }, { ...draft, ...other })).toBe(true)
  })

  test.each<[string, Partial<Draft>, Partial<Draft>]>([
    ['two persons', {}, { subject: { participantId: 'P-2' }, likeness: another }],
    ['two plans', {}, { planIds: ['TWO'], likeness: another }],
    ['two operations', {}, { operation: 'enroll' }],
    [
      'ids that are the same only when joined',
      { planIds: ['1X'] },
      { subject: { participantId: 'P-11' }, planIds: ['X'], likeness: another },
    ],
    [
      'two files that name nobody',
      { subject: { participantId: '' }, likeness: like({ file: 'file' }) },
      { subject: { participantId: '' }, likeness: like({ file: 'other', body: 'body b' }) },
    ],
    [
      'two services',
      {},
      { environment: 'other', likeness: like({ service: 'https://two.example acme' }) },
    ],
  ])('do not wait for each other: %s', (_what, one, other) => {
    expect(areSame({ ...draft, ...one }, { ...draft, ...other })).toBe(false)
  })
})

test('the receipt keeps the advisor’s name and the confirmed doubts from the review', async () => {
  const settings = { advisor: { name: 'Dana Whitfield', contact: '' } }
  const { submissions } = house({ settings })
  const review = unwrap(await submissions.review({ ...optout, lastName: '' }))
  expect(review.unusual).not.toEqual([])
  const { submissionId, unusual } = review
  settings.advisor = { name: 'Kim Ito', contact: '' }
  const receipt = unwrap(await submissions.send(submissionId, { sendsUnusual: true }))
  expect(receipt).toMatchObject({ advisor: 'Dana Whitfield', user: 'agent', doubts: unusual })
})
