import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import { childProgram } from '#test/support/worlds/child-programs.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { everythingIn, temporaryFolder } from '#test/support/worlds/program.ts'
import { rowsIn } from '#test/support/worlds/record-house.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'

/** Forecasts stay unchanged and submissions are carried out once, on real adapters and the real training service. */

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const open = async (dataDir = temporaryFolder('core')): Promise<RealCore> => {
  const house = await openRealCore(dataDir)
  closers.push(() => house.core.close())
  return house
}

const openExample = async ({ must }: RealCore) => {
  const [example] = await must('participant.examples', {})
  return must('participant.open', { kind: 'example', id: example?.id ?? '' })
}

const optout = (participantId: string, reason = 'Prefers own choice'): SubmissionDraft => ({
  operation: 'optout',
  participantId,
  firstName: 'Zephyrine',
  lastName: 'Quill',
  optoutInfo: [{ PlanId: 'QUILL401K', PlanType: '401K' }],
  reason,
})

const enrollDraft = async (house: RealCore): Promise<SubmissionDraft> => {
  const opened = await openExample(house)
  const plans = opened.participants[0]?.accounts ?? []
  return {
    operation: 'enroll',
    handle: opened.handle,
    enrollmentInfo: plans.map(({ planId, planType }) => ({
      PlanId: planId,
      PlanType: planType,
      ServiceOption: 'ManagedAccounts',
    })),
    inputs: {},
  }
}

describe('a forecast', { timeout: 60_000 }, () => {
  test('keeps the service’s answer byte for byte, even after a restart', async () => {
    const uat = await startUatServer()
    closers.push(uat.stop)
    const text = `{ "StrategyOutput" : [],\n\t"CommunicationXML":"\\u00e9é\u2028𝄞","AccountMappings":[], "x":1.10e+2 }\r\n`
    uat.meet('forecast', { kind: 'text', status: 200, type: 'application/json', text })
    const dataDir = temporaryFolder('core')
    const house = await open(dataDir)
    const { id } = await house.must('environments.save', {
      name: 'UAT',
      kind: 'uat',
      baseUrl: uat.url,
      clientId: 'ACME',
      credentialStyle: 'form',
    })
    await house.must('credentials.save', {
      environmentId: id,
      credentials: { style: 'form', clientId: 'uat-id', clientSecret: 'uat-secret' },
    })
    await house.must('environments.select', { environmentId: id })
    const opened = await openExample(house)
    const saved = await house.must('forecast.run', {
      handle: opened.handle,
      operation: 'forecast',
      inputs: {},
      jobId: 'one',
    })
    expect(await house.must('records.verbatim', { id: saved.id })).toEqual({ text })
    const body: unknown = JSON.parse(
      uat.seen.find(({ target }) => target === 'forecast')?.body ?? '',
    )
    const { text: xml } = await house.must('participant.text', { handle: opened.handle })
    expect(body).toEqual({ ClientId: 'ACME', ParticipantXML: xml })
    await house.core.close()

    const again = await open(dataDir)
    expect(await again.must('records.verbatim', { id: saved.id })).toEqual({ text })
    expect(await again.must('records.open', { id: saved.id })).toEqual(saved)
    const name = opened.participants[0]?.lastName ?? ''
    expect(name.length).toBeGreaterThan(2)
    expect(everythingIn(dataDir)).not.toContain(name)
  })

  test('of any kind runs against the training service and is listed among saved results', async () => {
    const house = await open()
    const { handle } = await openExample(house)
    for (const operation of ['forecast', 'forecastCurrent'] as const) {
      const saved = await house.must('forecast.run', {
        handle,
        operation,
        inputs: { Salary: 90_000 },
        jobId: operation,
      })
      const { text } = await house.must('records.verbatim', { id: saved.id })
      expect(JSON.parse(text)).toHaveProperty('StrategyOutput')
      expect(saved.reading.strategies.length).toBe(operation === 'forecast' ? 2 : 1)
    }
    await house.must('forecast.caseInformation', {
      inputs: { Salary: 90_000, RetirementAge: 67, DOB: '1980-05-01' },
      jobId: 'case',
    })
    const kinds = (await house.must('records.list', {})).map((item) => item.kind)
    expect(kinds.toSorted()).toEqual(['caseInformation', 'forecast', 'forecastCurrent'])
    expect(house.training.counts().executed).toMatchObject({
      forecast: 1,
      forecastCurrent: 1,
      caseInformation: 1,
    })
  })
})

describe('a submission', { timeout: 60_000 }, () => {
  test('is executed once even if 20 requests to send it arrive at the same time', async () => {
    const house = await open()
    const review = await house.must('submission.review', await enrollDraft(house))
    const receipts = await Promise.all(
      Array.from({ length: 20 }, () =>
        house.must('submission.send', { submissionId: review.submissionId }),
      ),
    )
    expect(new Set(receipts.map((receipt) => receipt.receiptNumber)).size).toBe(1)
    expect(receipts[0]?.outcome).toBe('accepted')
    expect(house.training.counts()).toMatchObject({
      executed: { enroll: 1 },
      received: { enroll: 1 },
    })
    expect(await house.must('records.list', {})).toHaveLength(1)
  })

  test('is executed once even if 20 reviews of the same opt-out are sent at the same time', async () => {
    const house = await open()
    const reviews = await Promise.all(
      Array.from({ length: 20 }, () => house.must('submission.review', optout('U-2001'))),
    )
    const results = await Promise.all(
      reviews.map(({ submissionId }) => house.call('submission.send', { submissionId })),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    for (const result of results)
      if (!result.ok) expect(result.error.code).toBe('submission.alreadySent')
    expect(house.training.counts().received.optout).toBe(1)
  })

  test('has a request body with the digest shown in the review', async () => {
    const uat = await startUatServer()
    closers.push(uat.stop)
    const house = await open()
    const { id } = await house.must('environments.save', {
      name: 'UAT',
      kind: 'uat',
      baseUrl: uat.url,
      clientId: 'ACME',
      credentialStyle: 'bearer',
    })
    await house.must('credentials.save', {
      environmentId: id,
      credentials: { style: 'bearer', value: 'v' },
    })
    await house.must('environments.select', { environmentId: id })
    const review = await house.must('submission.review', await enrollDraft(house))
    expect(uat.seen).toEqual([])
    const receipt = await house.must('submission.send', { submissionId: review.submissionId })
    const sent = uat.seen.filter(({ target }) => target === 'enroll').map(({ body }) => body)
    expect(sent).toHaveLength(1)
    expect(
      createHash('sha256')
        .update(sent[0] ?? '')
        .digest('hex'),
    ).toBe(review.bodySha256)
    expect(receipt.bodySha256).toBe(review.bodySha256)
  })

  test('is not sent again after a restart, and a new review of the same enrollment shows the receipt', async () => {
    const dataDir = temporaryFolder('core')
    const first = await open(dataDir)
    const review = await first.must('submission.review', await enrollDraft(first))
    const receipt = await first.must('submission.send', { submissionId: review.submissionId })
    expect(receipt.outcome).toBe('accepted')
    await first.core.close()

    const second = await open(dataDir)
    const again = await second.call('submission.send', { submissionId: review.submissionId })
    expect(again).toMatchObject({ ok: false, error: { code: 'submission.notFound' } })
    const fresh = await second.must('submission.review', await enrollDraft(second))
    expect(fresh.earlier).toMatchObject({ receiptId: receipt.id, outcome: 'accepted' })
    expect(second.training.counts().received.enroll).toBe(0)
  })

  test.each(['resetAfterRead', 'resetAfterExecution', 'cutBody', 'malformedJson'] as const)(
    'that meets the fault %s is in doubt, was requested once, and can be settled',
    async (kind) => {
      const house = await open()
      house.training.faults.set('optout', { kind })
      const review = await house.must('submission.review', optout('U-2003'))
      const receipt = await house.must('submission.send', { submissionId: review.submissionId })
      expect(receipt.outcome).toBe('inDoubt')
      expect(receipt.explanation).not.toBe('')
      expect(house.training.counts().received.optout).toBe(1)

      const anew = await house.must('submission.review', optout('U-2003'))
      expect(anew.earlier).toMatchObject({ receiptId: receipt.id, outcome: 'inDoubt' })
      const refused = await house.call('submission.send', { submissionId: anew.submissionId })
      expect(refused).toMatchObject({ ok: false, error: { code: 'submission.inDoubt' } })
      expect(house.training.counts().received.optout).toBe(1)

      const settled = await house.must('submission.settle', {
        submissionId: review.submissionId,
        wentThrough: false,
        note: 'Asked the recordkeeper',
        transactionId: '',
      })
      expect(settled.outcome).toBe('notSent')
      const sent = await house.must('submission.send', { submissionId: anew.submissionId })
      expect(sent.outcome).not.toBe('inDoubt')
      expect(house.training.counts().received.optout).toBe(2)
    },
  )

  test('refused with a 401 is sent again with a new token, and executed once', async () => {
    const house = await open()
    house.training.faults.set('optout', { kind: 'status', status: 401 })
    const review = await house.must('submission.review', optout('U-2004'))
    await house.must('submission.send', { submissionId: review.submissionId })
    expect(house.training.counts()).toMatchObject({
      received: { optout: 2 },
      executed: { optout: 1 },
      tokensIssued: 2,
    })
  })
})

describe('kill -9 while the service has the request', { timeout: 120_000 }, () => {
  test('leaves one request at the service and a receipt in doubt', async () => {
    const uat = await startUatServer()
    closers.push(uat.stop)
    uat.meet('optout', { kind: 'hang' })
    const dataDir = temporaryFolder('core')
    const child = spawn(process.execPath, [await childProgram('sending'), dataDir, uat.url], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const ended = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('exit', (_code, signal) => resolve(signal)),
    )
    const early = ended.then(() =>
      Promise.reject(new Error(`ended before it was killed: ${output}`)),
    )
    await Promise.race([uat.asked('optout', 1), early])
    child.kill('SIGKILL')
    early.catch(() => undefined)
    expect(await ended).toBe('SIGKILL')
    const submissionId = output.trim()

    uat.meet('optout', null)
    const house = await open(dataDir)
    const items = await house.must('records.list', {})
    expect(items).toMatchObject([
      { kind: 'receipt', outcome: 'inDoubt', subject: { participantId: 'U-2001' } },
    ])
    expect(uat.countOf('optout')).toBe(1)
    const review = await house.must('submission.review', optout('U-2001', ''))
    expect(review.earlier).toMatchObject({ outcome: 'inDoubt' })
    const refused = await house.call('submission.send', { submissionId: review.submissionId })
    expect(refused).toMatchObject({ ok: false, error: { code: 'submission.inDoubt' } })
    expect(uat.countOf('optout')).toBe(1)

    const settled = await house.must('submission.settle', {
      submissionId,
      wentThrough: true,
      note: 'The recordkeeper confirmed it',
      transactionId: 'RK-9',
    })
    expect(settled).toMatchObject({ outcome: 'accepted', submissionId })
    expect(settled.explanation).toContain('RK-9')
    expect(rowsIn(dataDir, 'SELECT id, state, settled FROM submissions')).toEqual([
      { id: submissionId, state: 'accepted', settled: 1 },
    ])
    expect(everythingIn(dataDir)).not.toMatch(/Quill|U-2001/)
    await house.core.close()

    const third = await open(dataDir)
    expect(await third.must('records.list', {})).toMatchObject([{ outcome: 'accepted' }])
  })
})
