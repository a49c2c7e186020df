import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

/** Tests answers that belong to another request, over real HTTP. */

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const select = async (house: RealCore, baseUrl: string, name: string) => {
  const { id: environmentId } = await house.must('environments.save', {
    name,
    kind: 'uat',
    baseUrl,
    clientId: 'ACME',
    credentialStyle: 'form',
  })
  await house.must('credentials.save', {
    environmentId,
    credentials: { style: 'form', clientId: 'uat-id', clientSecret: 'uat-secret' },
  })
  await house.must('environments.select', { environmentId })
}

const open = async (): Promise<{ house: RealCore; uat: UatServer; dataDir: string }> => {
  const dataDir = path.join(temporaryFolder('another'), 'data')
  mkdirSync(dataDir)
  const uat = await startUatServer()
  closers.push(uat.stop)
  const house = await openRealCore(dataDir)
  closers.push(() => house.core.close())
  await select(house, uat.url, 'UAT')
  return { house, uat, dataDir }
}

const result = (more: object = {}) => ({
  Success: true,
  ErrorMessage: '',
  TransactionId: 'TX-1',
  ClientId: 'ACME',
  ...more,
})

const xmlOf = (id: string) => `<Tx><Participant FirstName="A" UserID="${id}"/></Tx>`

const send = async (house: RealCore, participantId: string, planId = 'P1') => {
  const { submissionId } = await house.must('submission.review', {
    operation: 'optout',
    participantId,
    firstName: 'Ada',
    lastName: 'Byron',
    optoutInfo: [{ PlanId: planId, PlanType: '401K' }],
    reason: '',
  })
  return house.must('submission.send', { submissionId, overrideReason: 'Asked for it again' })
}

const sendWith = async (
  house: RealCore,
  uat: UatServer,
  body: unknown,
  ...whom: [string, string?]
) => {
  uat.meet('optout', { kind: 'answer', body })
  const { outcome, explanation } = await send(house, ...whom)
  return [outcome, explanation]
}

describe('an answer about another participant', () => {
  test.each([
    ['beside the result', { ParticipantId: 'P-999', OptOutResult: result() }],
    ['in the result', { OptOutResult: result({ ParticipantId: 'P-999' }) }],
    ['as a number', { OptOutResult: result({ ParticipantId: 999 }) }],
    ['in another spelling', { participant_id: 'P-999', optOutResult: result() }],
    ['around a wrapper', { participantID: ['P-999'], data: { OptOutResult: result() } }],
    ['in the transaction', { OptOutResult: result(), Transaction: xmlOf('P-999') }],
    [
      'in the encoded transaction',
      { OptOutResult: result(), Transaction: Buffer.from(xmlOf('P-999')).toString('base64') },
    ],
    ['of a refusal', { ParticipantId: 'P-999', OptOutResult: result({ Success: false }) }],
  ])('(its id %s) leaves the submission in doubt and says why', async (_name, body) => {
    const { house, uat } = await open()
    expect(await sendWith(house, uat, body, 'P-100')).toEqual([
      'inDoubt',
      expect.stringMatching(
        /^The answer is about participant (?:P-)?999, who was not in the request\. It may belong/,
      ),
    ])
  })

  test.each([
    ['nobody', { OptOutResult: result() }],
    ['an empty id', { ParticipantId: ' ', OptOutResult: result({ ParticipantId: null }) }],
    ['a filler', { ParticipantId: 'N/A', OptOutResult: result({ ParticipantId: '0' }) }],
    ['the same id in other letters', { ParticipantId: 'p-0100 ', OptOutResult: result() }],
    [
      'the participant and a spouse',
      { OptOutResult: result(), Transaction: `<T>${xmlOf('S-1')}${xmlOf('P-100')}</T>` },
    ],
    [
      'somebody else in another part',
      { OptOutResult: result(), Adviser: { ParticipantId: 'P-999' } },
    ],
  ])('is not suspected if the answer names %s', async (_name, body) => {
    const { house, uat } = await open()
    expect(await sendWith(house, uat, body, 'P-100')).toEqual(['accepted', ''])
  })

  test('is also recognized by a client id outside the result', async () => {
    const { house, uat } = await open()
    const { ClientId: _own, ...withoutClient } = result()
    const body = { ClientId: 'OTHER', OptOutResult: withoutClient }
    expect(await sendWith(house, uat, body, 'P-100')).toEqual([
      'inDoubt',
      expect.stringContaining('client id OTHER, but ACME was sent'),
    ])
  })
})

describe('a transaction id that another receipt already has', () => {
  test.each([
    ['TransactionId', { TransactionId: 'TX-7' }, { TransactionId: 'TX-7' }],
    ['TransactionId', { TransactionId: 77 }, { TransactionId: '77' }],
    ['TransactionId', { TransactionId: 'tx-7 ' }, { TransactionId: 'TX-7', RKTransactionId: 'R' }],
    [
      'RKTransactionId',
      { TransactionId: 'A', RKTransactionId: 'RK-1' },
      { TransactionId: 'B', RKTransactionId: 'RK-1' },
    ],
    [
      'ClientTransactionId',
      { TransactionId: '', ClientTransactionId: 'C-1' },
      { TransactionId: '', ClientTransactionId: 'C-1' },
    ],
    ['TransactionId', { Success: false, TransactionId: 'TX-7' }, { TransactionId: 'TX-7' }],
  ])(
    'leaves the submission in doubt and names that receipt (%s, %j %j)',
    async (name, first, second) => {
      const { house, uat, dataDir } = await open()
      uat.meet('optout', { kind: 'answer', body: { OptOutResult: result(first) } })
      const { receiptNumber } = await send(house, 'P-100')
      const again = { OptOutResult: result(second) }
      const [outcome, explanation] = await sendWith(house, uat, again, 'P-200')
      expect(outcome).toBe('inDoubt')
      expect(explanation).toMatch(
        new RegExp(`^The answer has the ${name} .*which receipt ${receiptNumber} already`),
      )
      // After a restart the id is still recognized, from a digest on disk that does not reveal it.
      await house.core.close()
      const later = await openRealCore(dataDir)
      closers.push(() => later.core.close())
      expect((await sendWith(later, uat, again, 'P-300'))[0]).toBe('inDoubt')
    },
  )

  test('is also found among requests under way', async () => {
    const { house, uat } = await open()
    uat.meet('optout', { kind: 'answer', body: { OptOutResult: result() } })
    const people = Array.from({ length: 8 }, (_none, index) => `P-${index}`)
    const outcomes = await Promise.all(people.map(async (id) => (await send(house, id)).outcome))
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  })

  test.each([
    ['empty', { TransactionId: '' }],
    ['a filler', { TransactionId: '0', RKTransactionId: 'N/A' }],
    [
      'of the client for all its requests',
      { TransactionId: '', RKTransactionId: '', ClientTransactionId: '' },
    ],
  ])('is not suspected if the id is %s', async (_name, ids) => {
    const { house, uat } = await open()
    const body = { OptOutResult: result(ids) }
    expect((await sendWith(house, uat, body, 'P-100'))[0]).toBe('accepted')
    expect((await sendWith(house, uat, body, 'P-200'))[0]).toBe('accepted')
  })

  test('is accepted for a repeat of the same opt-out, which changes nothing', async () => {
    const { house, uat } = await open()
    const body = { OptOutResult: result() }
    expect((await sendWith(house, uat, body, 'P-100'))[0]).toBe('accepted')
    expect((await sendWith(house, uat, body, 'P-100'))[0]).toBe('accepted')
    expect((await sendWith(house, uat, body, 'P-100', 'P2'))[0]).toBe('inDoubt')
  })

  test('is accepted from another service', async () => {
    const { house, uat } = await open()
    const body = { OptOutResult: result() }
    expect((await sendWith(house, uat, body, 'P-100'))[0]).toBe('accepted')
    const other = await startUatServer()
    closers.push(other.stop)
    await select(house, other.url, 'Other')
    expect((await sendWith(house, other, body, 'P-200'))[0]).toBe('accepted')
  })
})
