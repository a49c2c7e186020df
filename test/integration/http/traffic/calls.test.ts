import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { UatTarget } from '#test/support/servers/uat-server.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { everythingIn, temporaryFolder } from '#test/support/worlds/program.ts'
import { startUatServer, uatToken, type UatServer } from '#test/support/servers/uat-server.ts'

/**
 * Tests the list of service calls on the real core: requests and answers are redacted, without
 * anybody's data.
 */

const secret = 'canary-secret-4b7e21'
const sid = 'canary-sid-Qq93'
const cookie = `canary-cookie-${'k'.repeat(7000)}`
const person = {
  FirstName: 'Zephyrine',
  LastName: 'Quillfeather',
  UserID: 'U-774411',
  DOB: '1971-03-29',
  City: 'Vermillionville',
  PlanID: 'QUILLPLAN9',
  Balance: '318427.55',
}
const participantXml = `<?xml version="1.0"?>
<BatchParticipantInput xmlns="http://www.morningstar.com/retirement"><ParticipantData><Enroll ClientID="ACME">
<ParticipantInfo><Participant UserID="${person.UserID}" FirstName="${person.FirstName}" LastName="${person.LastName}"
 DOB="${person.DOB}" Gender="F"><Addr><City>${person.City}</City></Addr></Participant></ParticipantInfo>
<ParticipantPlanData><Salary Amount="93211"/><InstAcct PlanID="${person.PlanID}" PlanType="401K"><AccountBalance>
<Port><Security Balance="${person.Balance}"><CusFundID>F1</CusFundID></Security></Port></AccountBalance></InstAcct>
</ParticipantPlanData></Enroll></ParticipantData></BatchParticipantInput>`
const canaries = [
  secret,
  sid,
  cookie.slice(0, 40),
  uatToken,
  ...Object.values(person),
  '93211',
  'canary-reason',
  '318427',
]

const dataDir = path.join(temporaryFolder('calls'), 'data')
let house: RealCore
let uat: UatServer
let handle: string
let changes = 0

/** Everything that a page can read about service calls, as one string. */
const everythingShown = async (): Promise<string> => {
  const calls = await house.must('traffic.list', {})
  const details = await Promise.all(calls.map(({ id }) => house.must('traffic.open', { id })))
  return JSON.stringify([calls, details, await house.must('traffic.export', {})])
}

const enroll = async () => {
  const review = await house.must('submission.review', {
    operation: 'enroll',
    handle,
    enrollmentInfo: [{ PlanId: person.PlanID, PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
    inputs: { Salary: 93_211, DOB: `${person.DOB}T00:00:00.000Z` },
    transactionUrl: 'https://recordkeeper.example/receive',
  })
  expect(review.warnings.filter((warning) => !warning.startsWith('The forecast was run'))).toEqual(
    [],
  )
  return house.must('submission.send', {
    submissionId: review.submissionId,
    overrideReason: 'Asked for it again',
  })
}
const optout = async () => {
  const review = await house.must('submission.review', {
    operation: 'optout',
    participantId: person.UserID,
    firstName: person.FirstName,
    lastName: person.LastName,
    optoutInfo: [{ PlanId: person.PlanID, PlanType: '401K' }],
    reason: 'canary-reason',
  })
  const receipt = await house.must('submission.send', {
    submissionId: review.submissionId,
    overrideReason: 'Asked for it again',
  })
  if (receipt.outcome === 'inDoubt')
    await house.must('submission.settle', {
      submissionId: review.submissionId,
      wentThrough: false,
      note: 'Asked the recordkeeper',
      transactionId: '',
    })
  return receipt
}
const forecast = () =>
  house.call('forecast.run', {
    handle,
    operation: 'forecast',
    inputs: { Salary: 93_211 },
    jobId: crypto.randomUUID(),
  })

beforeAll(async () => {
  mkdirSync(dataDir)
  uat = await startUatServer()
  house = await openRealCore(dataDir)
  house.core.events.on((event) => {
    if (event === 'traffic.changed') changes += 1
  })
  const { id: environmentId } = await house.must('environments.save', {
    name: 'UAT',
    kind: 'uat',
    baseUrl: uat.url,
    clientId: 'ACME',
    credentialStyle: 'form',
  })
  await house.must('credentials.save', {
    environmentId,
    credentials: { style: 'form', clientId: 'uat-id', clientSecret: secret },
  })
  const view = await house.must('credentials.saveTransaction', {
    environmentId,
    sid,
    cookie,
    transUrl: 'https://recordkeeper.example/receive',
  })
  expect(view.transactionSecrets).toBe('keychain')
  await house.must('environments.select', { environmentId })
  const bytes = new TextEncoder().encode(participantXml)
  handle = (await house.must('participant.open', { kind: 'file', name: 'quill.xml', bytes })).handle
}, 60_000)
afterAll(async () => {
  await house.core.close()
  await uat.stop()
})

describe('the list of service calls', { timeout: 60_000 }, () => {
  test('has each attempt with its outcome, newest first', async () => {
    await forecast()
    await enroll()
    const [enrolled, forecasted, token] = await house.must('traffic.list', {})
    expect(token).toMatchObject({
      operation: 'token',
      outcome: 'answered',
      status: 200,
      attempt: 1,
    })
    expect(forecasted).toMatchObject({
      operation: 'forecast',
      environment: { name: 'UAT' },
      url: `${uat.url}/rm/v1/express/forecast`,
      outcome: 'answered',
      requestBytes: Buffer.byteLength(
        uat.seen.find(({ target }) => target === 'forecast')?.body ?? '',
      ),
    })
    expect(forecasted?.responseBytes).toBeGreaterThan(100)
    expect(changes).toBe(3)
    const { request, response } = await house.must('traffic.open', { id: enrolled?.id ?? '' })
    expect(request).toContain('"ParticipantXML": "[text, ')
    expect(request).toContain('"SID": "[text, ')
    expect(request).toContain('"Salary": "[number, 5 characters]"')
    expect(request).toContain('"ServiceOption": "ManagedAccounts"')
    expect(response).toContain('"StrategyType": "Current"')
    expect(await everythingShown()).toContain('ServiceOption')
  })

  test.each<[string, UatTarget, () => Promise<unknown>]>([
    ['a forecast', 'forecast', forecast],
    ['an enrollment', 'enroll', enroll],
    ['an opt-out', 'optout', optout],
  ])(
    'shows no secret and no participant data when a gateway repeats %s',
    async (_name, target, act) => {
      uat.meet(target, { kind: 'echo' })
      await act()
      uat.meet(target, null)
      const [newest] = await house.must('traffic.list', {})
      expect(newest).toMatchObject({ operation: target, outcome: 'refused', status: 400 })
      const { response } = await house.must('traffic.open', { id: newest?.id ?? '' })
      expect(response).toMatch(/"\w+": "\[text, \d+ characters\]"/)
      const shown = await everythingShown()
      expect(canaries.filter((canary) => shown.includes(canary))).toEqual([])
    },
  )

  test.each<[string, UatTarget, () => ReturnType<typeof enroll>]>([
    ['an enrollment', 'enroll', enroll],
    ['an opt-out', 'optout', optout],
  ])('shows neither token nor session when a declined answer repeats %s', async (...given) => {
    const [, target, act] = given
    uat.meet(target, { kind: 'decline' })
    const receipt = await act()
    uat.meet(target, null)
    expect(receipt).toMatchObject({ outcome: 'declined', status: 200 })
    expect(receipt.explanation).toContain('Refused with Bearer [removed] and {')
    expect(receipt.transaction.text).toContain('Refused with Bearer [removed] and {')
    const { text } = await house.must('records.verbatim', { id: receipt.id })
    const [result] = Object.values(z.record(z.string(), z.unknown()).parse(JSON.parse(text)))
    const { TransactionData } = z.object({ TransactionData: z.string() }).parse(result)
    expect(JSON.parse(TransactionData)).toMatchObject(
      target === 'enroll'
        ? { TransactionHTTPEndpoint: { SID: '[removed]' } }
        : { ClientId: 'ACME' },
    )
    const opened = await house.must('records.open', { id: receipt.id })
    const shown = JSON.stringify([receipt, text, opened, house.log])
    expect([sid, cookie.slice(0, 40), uatToken].filter((each) => shown.includes(each))).toEqual([])
  })

  test.each([
    [
      'JSON',
      {
        ErrorMessage: `No plan ${person.PlanID} for ${person.LastName.toUpperCase()}, born ${person.DOB}`,
      },
    ],
    [
      'a nested fault',
      {
        fault: {
          faultstring: `${person.FirstName} is unknown`,
          detail: { errorcode: person.UserID },
        },
      },
    ],
    [
      'unspecified names',
      { [person.UserID]: { [person.LastName]: 318_427.55 }, Extra: person.City },
    ],
    ['a list', [{ code: 'E1', message: `Balance ${person.Balance} is too high` }]],
  ])(
    'shows no words from an error message and no participant data when the answer is %s',
    async (_name, body) => {
      uat.meet('optout', { kind: 'status', status: 422, body })
      await optout()
      uat.meet('forecast', { kind: 'status', status: 422, body })
      await forecast()
      uat.reset()
      const shown = await everythingShown()
      const lower = shown.toLowerCase()
      expect(canaries.filter((canary) => lower.includes(canary.toLowerCase()))).toEqual([])
    },
  )

  test.each([
    [
      'an HTML page',
      `<html><title>Bad gateway for ${person.LastName}</title><p>${person.DOB}</p></html>`,
      'text/html',
    ],
    ['plain text', `Sorry ${person.FirstName} ${person.LastName}, ${uatToken}`, 'text/plain'],
    [
      'cut JSON',
      `{"ErrorMessage":"${person.LastName} has ${person.Balance}","StrategyOutput":[{"Sav`,
      'application/json',
    ],
  ])('shows no values when the answer is %s', async (_name, text, type) => {
    uat.meet('optout', { kind: 'text', status: 400, type, text })
    await optout()
    uat.reset()
    const shown = await everythingShown()
    expect(canaries.filter((canary) => shown.includes(canary))).toEqual([])
  })

  test('shows each attempt, including one without an answer', async () => {
    uat.meet('optout', { kind: 'reset' })
    const receipt = await optout()
    expect(receipt.outcome).toBe('inDoubt')
    const [newest] = await house.must('traffic.list', {})
    expect(newest).toMatchObject({
      operation: 'optout',
      outcome: 'lost',
      status: null,
      responseBytes: null,
    })
    const { remark } = await house.must('traffic.open', { id: newest?.id ?? '' })
    expect(remark).toMatch(/broke before the answer was complete/)

    uat.meet('forecast', { kind: 'status', status: 401, body: {} })
    expect(await forecast()).toMatchObject({ ok: false, error: { code: 'service.unauthorized' } })
    uat.reset()
    const calls = (await house.must('traffic.list', {})).filter(
      ({ operation }) => operation === 'forecast',
    )
    expect(calls.slice(0, 2).map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
      '2 refused',
      '1 refused',
    ])
  })

  test('labels the connection test’s probe, and does not list the refused probe as a refused token request', async () => {
    const [environment] = (await house.must('environments.list', {})).filter(
      ({ kind }) => kind === 'uat',
    )
    uat.meet('token', { kind: 'status', status: 401, body: { error: 'invalid_client' } })
    await house.must('session.test', { environmentId: environment?.id ?? '', jobId: 'test' })
    uat.reset()
    const [token, probe] = await house.must('traffic.list', {})
    expect(probe).toMatchObject({ operation: 'probe', outcome: 'answered', status: 401 })
    expect(token).toMatchObject({ operation: 'token', outcome: 'refused', status: 401 })
    const { text } = await house.must('traffic.export', {})
    expect(text).toContain(
      'Connection test, sent without credentials: a refusal is the expected answer',
    )
    const { response } = await house.must('traffic.open', { id: token?.id ?? '' })
    expect(JSON.parse(response)).toEqual({ error: 'invalid_client' })
  })

  test('holds at most 200 calls, is not written to disk, and is cleared when the page closes', async () => {
    for (let index = 0; index < 205; index += 1) {
      await house.must('forecast.caseInformation', {
        inputs: { Salary: 60_000, RetirementAge: 67, DOB: '1980-01-01' },
        jobId: `case-${index}`,
      })
    }
    expect(await house.must('traffic.list', {})).toHaveLength(200)
    expect(everythingIn(dataDir)).not.toContain('support file')
    house.core.pageGone()
    expect(await house.must('traffic.list', {})).toEqual([])
    expect((await house.must('traffic.export', {})).text).toContain('0 calls')
  })
})
