import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startBrowserServer } from '#electron/browser-host/server.ts'
import type { HttpTransport } from '#electron/core/platform/ports.ts'
import { startCountingService } from '#test/support/servers/counting-service.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { rowsIn } from '#test/support/worlds/record-house.ts'
import { openRealCore } from '#test/support/worlds/real-core.ts'
import { draftOf, openHouse } from '#test/torture/house.ts'
import { dial, type Page } from '../../browser-host/host-harness.ts'

/**
 * Tests that an answer is recorded even if it arrives while the program is locked or no page is
 * connected.
 */

const passphrase = 'four quiet otters sleep'
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Holds the service's answer to a submission until it is released. */
const keepBack = () => {
  let arrive = (): void => undefined
  let letIn = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const isLetIn = new Promise<void>((resolve) => (letIn = resolve))
  const around = (transport: HttpTransport): HttpTransport => ({
    send: async (request) => {
      const answer = await transport.send(request)
      if (!request.freshConnection) return answer
      arrive()
      await isLetIn
      return answer
    },
    close: () => transport.close(),
  })
  return { around, arrived, letIn: () => letIn() }
}

const setUp = async () => {
  const service = await startCountingService()
  closers.push(service.stop)
  const dataDir = temporaryFolder('unseen')
  const answer = keepBack()
  const house = await openHouse(dataDir, `http://127.0.0.1:${service.port}`, {
    transport: answer.around,
  })
  closers.push(() => house.core.close())
  const { submissionId } = await house.must(
    'submission.review',
    await draftOf(house, 'optout', 'U-2001'),
  )
  /**
   * What is stored about the submission: its state in the table, and its states in the activity
   * log.
   */
  const onDisk = () => ({
    state: rowsIn(dataDir, 'SELECT state FROM submissions')
      .map(({ state }) => state)
      .join(),
    log: rowsIn(
      dataDir,
      `SELECT outcome FROM activity WHERE id = '${submissionId}' AND action = 'submission' ORDER BY n`,
    ).map(({ outcome }) => outcome),
  })
  return { service, dataDir, house, submissionId, answer, onDisk }
}
const sent = ['intended', 'sending']
const complete = [...sent, 'accepted']

describe('an answer of the service', { timeout: 60_000 }, () => {
  test('that arrives while the program is locked is written to table, log and receipt, and is shown after unlocking', async () => {
    const { service, house, submissionId, answer, onDisk } = await setUp()
    await house.must('lock.setPassphrase', { current: '', next: passphrase })
    let answered = false
    const sending = house.must('submission.send', { submissionId }).then((receipt) => {
      answered = true
      return receipt
    })
    await answer.arrived
    const told: string[] = []
    house.core.events.on((event) => void told.push(event))
    house.core.lock()
    expect(onDisk()).toEqual({ state: 'sending', log: sent })

    answer.letIn()
    await expect.poll(() => house.core.busy(), { timeout: 20_000 }).toBeNull()
    expect(onDisk()).toEqual({ state: 'accepted', log: complete })
    expect(answered).toBe(false)
    expect(await house.call('records.list', {})).toMatchObject({
      ok: false,
      error: { code: 'lock.locked' },
    })
    expect(new Set(told)).toEqual(new Set(['lock.changed']))

    await house.must('lock.unlock', { passphrase })
    const receipt = await sending
    expect(receipt).toMatchObject({
      submissionId,
      outcome: 'accepted',
      subject: { participantId: 'U-2001' },
    })
    expect(told).toContain('records.changed')
    expect(await house.must('records.open', { id: receipt.id })).toEqual(receipt)
    const { records } = await house.must('activity.list', { limit: 100 })
    const states = records.filter(
      ({ action, id }) => action === 'submission' && id === submissionId,
    )
    expect(states.map(({ outcome }) => outcome).toReversed()).toEqual(complete)
    expect([...service.executed]).toEqual([['U-2001', 1]])
  })

  test('that is recorded while the program is locked survives a restart without unlocking', async () => {
    const { dataDir, house, submissionId, answer } = await setUp()
    await house.must('lock.setPassphrase', { current: '', next: passphrase })
    void house.call('submission.send', { submissionId })
    await answer.arrived
    house.core.lock()
    answer.letIn()
    await expect.poll(() => house.core.busy(), { timeout: 20_000 }).toBeNull()
    await house.core.close()

    const again = await openRealCore(dataDir)
    closers.push(() => again.core.close())
    await again.must('lock.unlock', { passphrase })
    expect(await again.must('records.list', {})).toMatchObject([
      { kind: 'receipt', outcome: 'accepted' },
    ])
  })

  test('that arrives after the page closed is recorded, and the next page finds the receipt', async () => {
    const { service, dataDir, house, submissionId, answer, onDisk } = await setUp()
    const pageDir = path.join(dataDir, 'page')
    mkdirSync(pageDir)
    writeFileSync(path.join(pageDir, 'index.html'), '<meta nonce="__CSP_NONCE__">')
    const started = await startBrowserServer({
      core: house.core,
      logger: createListeningLogger().logger,
      pageDir,
      port: 0,
    })
    if (!started.ok) throw new Error(started.error.message)
    closers.push(() => started.value.close())
    const openPage = async (): Promise<Page> => {
      const token = new URL(started.value.newUrl()).hash.slice('#token='.length)
      const dialled = await dial(started.value.port, {
        protocols: ['glidepath.v1', `token.${token}`],
      })
      if (dialled.kind !== 'open') throw new Error('not connected')
      return dialled.page
    }
    const first = await openPage()
    first.call(1, 'submission.send', { submissionId })
    await answer.arrived
    first.socket.close()
    await first.closed
    expect(house.core.busy()).not.toBeNull()

    answer.letIn()
    await expect.poll(() => house.core.busy(), { timeout: 20_000 }).toBeNull()
    expect(onDisk()).toEqual({ state: 'accepted', log: complete })
    const second = await openPage()
    second.call(1, 'records.list', {})
    expect(await second.answer()).toMatchObject({
      id: 1,
      envelope: { ok: true, value: [{ kind: 'receipt', outcome: 'accepted' }] },
    })
    // The reloaded page asks for the same submission and gets the same receipt; nothing is sent again.
    second.call(2, 'submission.send', { submissionId })
    expect(await second.answer()).toMatchObject({
      id: 2,
      envelope: { ok: true, value: { submissionId, outcome: 'accepted' } },
    })
    expect([...service.executed]).toEqual([['U-2001', 1]])
  })
})
