import { afterEach, describe, expect, test } from 'vitest'
import { listViewSchema } from '#shared/lists/list.ts'
import {
  checkedList,
  listText,
  plainOptions,
  sentList,
  settledList,
  viewOf,
} from '#test/support/samples/list-files.ts'
import { refuseRows, takeRows } from '#test/support/worlds/record-house.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore } from '#test/support/worlds/real-core.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import { closers, closeYard, one, openYard } from './trouble-yard.ts'

/** Tests what stops or delays a list. */

afterEach(closeYard)

describe('a list', { timeout: 120_000 }, () => {
  test('waits as long as the service requests, says that it waits, and continues by itself', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(4))
    const manner = {
      kind: 'status',
      status: 429,
      body: { ErrorMessage: 'Too many' },
      headers: { 'retry-after': '1' },
    } as const
    uat.meet('optout', manner)
    const whys = new Set<string>()
    house.core.events.on((event, payload) => {
      const view = event === 'list.progress' ? listViewSchema.safeParse(payload) : null
      if (view?.success) whys.add(view.data.why)
    })
    await house.must('list.start', { listId, options: one, rowsToSend: 4 })
    await uat.asked('optout', 1)
    uat.meet('optout', null)
    expect(await settledList(house, listId)).toMatchObject({
      state: 'done',
      counts: { accepted: 3, rejected: 1 },
    })
    expect([...whys].join()).toMatch(
      /asked to wait 1 seconds. It goes on by itself at \d+:\d\d:\d\d [AP]M\./,
    )
    expect(uat.countOf('optout')).toBe(4)
  })

  test('has the service’s message about each accepted row in the outcome file', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(1).replace(/(First|Last)\d/g, '$1'))
    const ErrorMessage = 'Queued for review'
    uat.meet('optout', { kind: 'answer', body: { OptOutResult: { Success: true, ErrorMessage } } })
    await house.must('list.start', { listId, options: one, rowsToSend: 1 })
    expect(await settledList(house, listId)).toMatchObject({ counts: { accepted: 1 } })
    const { bytes } = await house.must('list.outcome', { listId, as: 'file' })
    expect(new TextDecoder().decode(bytes)).toContain('The service also says: Queued for review')
  })

  test('keeps a readable receipt when the service requests an endless wait', async () => {
    const { uat, house } = await openYard()
    const draft = {
      operation: 'optout',
      participantId: 'L-1',
      firstName: 'Dana',
      lastName: 'Reyes',
      reason: '',
    } as const
    const optoutInfo = [{ PlanId: 'ACME401K', PlanType: '401K' }]
    const { submissionId } = await house.must('submission.review', { ...draft, optoutInfo })
    uat.meet('optout', {
      kind: 'status',
      status: 429,
      body: { ErrorMessage: 'Too many' },
      headers: { 'retry-after': '9'.repeat(400) },
    })
    const receipt = await house.must('submission.send', { submissionId })
    expect(receipt).toMatchObject({ outcome: 'rejected', status: 429, retryAfter: null })
    expect(await house.must('records.open', { id: receipt.id })).toEqual(receipt)
  })

  test('makes queued rows wait as long as the service requests', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(6))
    uat.meet('optout', {
      kind: 'status',
      status: 429,
      body: { ErrorMessage: 'Too many' },
      headers: { 'retry-after': '2' },
    })
    // The list starts a row every 200 ms, four at once, so three rows are waiting when the first
    // answer arrives.
    await house.must('list.start', {
      listId,
      options: { ...plainOptions, concurrency: 4, perMinute: 300 },
      rowsToSend: 6,
    })
    await uat.asked('optout', 1)
    uat.meet('optout', null)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(uat.countOf('optout')).toBe(1)
    expect(await settledList(house, listId)).toMatchObject({
      state: 'done',
      counts: { accepted: 5, rejected: 1 },
    })
  })

  test('gets a new token when its token expires during the run, and loses no row', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(6))
    uat.meet('token', {
      kind: 'answer',
      body: { access_token: 'short-lived-93f1', expires_in: 301 },
    })
    await house.must('session.renew', {
      environmentId: (await viewOf(house, listId)).environment?.id ?? '',
    })
    uat.meet('token', null)
    const before = uat.countOf('token')
    expect(await sentList(house, listId, 6, { ...one, perMinute: 120 })).toMatchObject({
      state: 'done',
      counts: { accepted: 6 },
    })
    expect(uat.countOf('token')).toBe(before + 1)
    expect(uat.countOf('optout')).toBe(6)
  })

  test('pauses at once when credentials are refused, and keeps every row ready', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(5))
    const environmentId = (await viewOf(house, listId)).environment?.id ?? ''
    await house.must('session.forget', { environmentId })
    uat.meet('token', { kind: 'status', status: 401, body: { error: 'invalid_client' } })
    await house.must('list.start', { listId, options: one, rowsToSend: 5 })
    const paused = await settledList(house, listId)
    expect(paused).toMatchObject({ state: 'paused', counts: { ready: 5 } })
    expect(paused.why).not.toBe('')
    expect(uat.countOf('optout')).toBe(0)
    uat.meet('token', null)
    await house.must('list.start', { listId, options: one, rowsToSend: 5 })
    expect((await settledList(house, listId)).counts.accepted).toBe(5)
  })

  test('pauses while the disk refuses the activity log, sends nothing, and then continues', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(6))
    refuseRows(house.dataDir, 'activity')
    await house.must('list.start', { listId, options: one, rowsToSend: 6 })
    const paused = await settledList(house, listId)
    expect(paused).toMatchObject({ state: 'paused', counts: { ready: 6 } })
    expect(paused.why).toMatch(/could not be written to disk/)
    expect(uat.countOf('optout')).toBe(0)
    takeRows(house.dataDir)
    expect(await sentList(house, listId, 6, one)).toMatchObject({
      state: 'done',
      counts: { accepted: 6 },
    })
    expect(uat.countOf('optout')).toBe(6)
  })

  test('pauses when no receipt can be written, and sends nothing', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(30))
    refuseRows(house.dataDir, 'results')
    await house.must('list.start', { listId, options: one, rowsToSend: 30 })
    const paused = await settledList(house, listId)
    expect(paused).toMatchObject({ state: 'paused', counts: { ready: 30, inDoubt: 0 } })
    expect(paused.why).toMatch(/could not be written to disk, so nothing was sent/)
    expect(uat.countOf('optout')).toBe(0)
  })

  test('pauses when an answer cannot be written, and does not send sent rows again', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(30))
    // A receipt is first written as in doubt, then written again with the answer; only the second
    // write fails.
    refuseRows(house.dataDir, 'results', 'NEW.revision > 1')
    await house.must('list.start', { listId, options: one, rowsToSend: 30 })
    const paused = await settledList(house, listId)
    expect(paused).toMatchObject({ state: 'paused', counts: { accepted: uat.countOf('optout') } })
    expect(paused.why).toMatch(/could not be kept on disk/)
    expect(uat.countOf('optout')).toBeLessThan(4)
    // The same file is opened again as a new list. Its accepted rows are recognized although none
    // of their receipts is on disk.
    expect((await checkedList(house, listText(30))).counts.skipped).toBe(uat.countOf('optout'))
    takeRows(house.dataDir)
    expect(await sentList(house, listId, paused.counts.ready, one)).toMatchObject({
      state: 'done',
      counts: { accepted: 30 },
    })
    expect(uat.countOf('optout')).toBe(30)
  })

  test('that is paused makes prepared rows ready again and leaves no receipt for them', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(20))
    await house.must('list.start', {
      listId,
      options: { ...one, perMinute: 300 },
      rowsToSend: 20,
    })
    await uat.asked('optout', 3)
    const paused = await house.must('list.pause', { listId })
    const sent = uat.countOf('optout')
    expect(paused).toMatchObject({
      state: 'paused',
      counts: { accepted: sent, ready: 20 - sent, inDoubt: 0 },
    })
    expect(await house.must('records.list', {})).toHaveLength(sent)
    expect(await sentList(house, listId, 20 - sent, one)).toMatchObject({
      state: 'done',
      counts: { accepted: 20 },
    })
    expect(uat.countOf('optout')).toBe(20)
  })

  test('pauses when the environment’s address changes while rows are queued, and sends nothing to the new address', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(20))
    const environment = (await house.must('environments.list', {})).find(
      ({ name }) => name === 'UAT',
    )
    await house.must('list.start', {
      listId,
      options: { ...one, perMinute: 600 },
      rowsToSend: 20,
    })
    await uat.asked('optout', 2)
    const other = await startUatServer()
    const { id = '', clientId = '' } = environment ?? {}
    const changed = {
      id,
      name: 'UAT',
      kind: 'uat',
      baseUrl: other.url,
      clientId,
      credentialStyle: 'form',
    } as const
    await house.must('environments.save', changed)
    const paused = await settledList(house, listId)
    expect(paused.state).toBe('paused')
    expect(paused.why).toMatch(/address of the environment has changed|access token/)
    expect(other.countOf('optout')).toBe(0)
    expect(paused.counts).toMatchObject({ accepted: uat.countOf('optout'), inDoubt: 0 })
    await other.stop()
  })

  test('continues on Training after a restart, although a restart changes the training service’s address', async () => {
    const dataDir = temporaryFolder('lists-trouble')
    const house = await openRealCore(dataDir)
    const { listId } = await checkedList(house, listText(6))
    await house.must('list.start', { listId, options: { ...one, perMinute: 300 }, rowsToSend: 6 })
    await expect.poll(() => house.training.counts().received.optout).toBeGreaterThan(1)
    const paused = await house.must('list.pause', { listId })
    const left = paused.counts.ready
    // Training knows none of these participants.
    expect(paused).toMatchObject({ state: 'paused', counts: { notEnrolled: 6 - left } })
    expect(left).toBeGreaterThan(0)
    await house.core.close()

    const again = await openRealCore(dataDir)
    closers.push(() => again.core.close())
    expect(await sentList(again, listId, left, one)).toMatchObject({
      state: 'done',
      why: '',
      counts: { notEnrolled: 6 },
    })
    expect(again.training.counts().received.optout).toBe(left)
  })

  test('pauses when the environment is switched while the list is being sent', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(20))
    await house.must('list.start', {
      listId,
      options: { ...one, perMinute: 600 },
      rowsToSend: 20,
    })
    await uat.asked('optout', 2)
    await house.must('environments.select', { environmentId: 'training' })
    const paused = await settledList(house, listId)
    expect(paused.state).toBe('paused')
    expect(paused.why).toBe(
      'This list goes to UAT, and Training is in use now. Switch back to UAT to go on.',
    )
    expect(paused.counts.accepted).toBe(uat.countOf('optout'))
    const refused = await house.call('list.start', {
      listId,
      options: one,
      rowsToSend: paused.counts.ready,
    })
    expect(refused.ok ? '' : refused.error.advice).toBe('Switch to UAT.')
  })
})
