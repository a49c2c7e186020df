import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { person } from '#test/support/desktop/person.ts'
import { mountSmallDisk } from '#test/support/desktop/stage/small-disk.ts'
import {
  optOut,
  outcomeOf,
  uatDesktop,
  type Running,
  type UatDesktop,
} from '#test/support/desktop/uat-desktop.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { startUatServer, type UatServer } from '#test/support/servers/uat-server.ts'

/** Tests a data folder whose disk fills up or becomes read-only while the program runs. */

const disk = mountSmallDisk()
if (disk === null)
  console.log('The tests with a full disk need the right to mount one, and did not run.')

describe.runIf(disk !== null)('a disk', () => {
  let keyring: KeyringSession
  let uat: UatServer
  let house: UatDesktop
  let running: Running

  beforeAll(async () => {
    keyring = await startKeyringSession(person)
    uat = await startUatServer()
    house = uatDesktop(uat.url, path.join(disk?.folder ?? '', 'data'))
    running = await house.start()
  })
  afterEach(() => {
    uat.reset()
    disk?.free()
  })
  afterAll(async () => {
    await running.close()
    await uat.stop()
    await keyring.stop()
    disk?.remove()
  })

  const send = async (participantId: string) => {
    const { submissionId } = await running.bridge.must('submission.review', optOut(participantId))
    return { submissionId, answer: running.bridge.call('submission.send', { submissionId }) }
  }

  test('that is full prevents all sending, as the screen explains, and once there is space the same submission is sent', async () => {
    disk?.fill()
    const refused = await (await send('D-1')).answer
    expect(refused).toMatchObject({ ok: false, error: { code: 'submission.unrecorded' } })
    expect(refused.ok ? '' : refused.error.message).toContain('nothing was sent')
    expect(uat.countOf('optout')).toBe(0)
    expect(await running.bridge.call('settings.change', { lockAfterMinutes: 7 })).toMatchObject({
      ok: false,
      error: { code: 'records.diskFull' },
    })
    disk?.free()
    expect(await (await send('D-1')).answer).toMatchObject({
      ok: true,
      value: { outcome: 'accepted' },
    })
    expect(await running.bridge.must('settings.change', { lockAfterMinutes: 7 })).toMatchObject({
      lockAfterMinutes: 7,
    })
    expect(uat.countOf('optout')).toBe(1)
  })

  test('that fills up before the answer does not keep the receipt from being shown, and after the next start the submission has a receipt or is in doubt', async () => {
    const answer: PromiseWithResolvers<void> = Promise.withResolvers()
    uat.meet('optout', { kind: 'held', until: () => answer.promise })
    const sent = await send('D-2')
    await uat.asked('optout', 1)
    disk?.fill()
    answer.resolve()
    expect(await sent.answer).toMatchObject({ ok: true, value: { outcome: 'accepted' } })
    expect(await outcomeOf(running.bridge, sent.submissionId)).toBe('accepted')

    await running.close()
    running = await house.start()
    // Closing emptied the database's write-ahead log. With the disk full again, known results are
    // shown, and nothing more is sent.
    disk?.fill()
    expect(['accepted', 'inDoubt']).toContain(await outcomeOf(running.bridge, sent.submissionId))
    expect(await (await send('D-3')).answer).toMatchObject({ ok: false })
    await running.close()
    disk?.free()
    running = await house.start()
    expect(['accepted', 'inDoubt']).toContain(await outcomeOf(running.bridge, sent.submissionId))
    expect(await (await send('D-2')).answer).toMatchObject({ ok: false })
    expect(uat.countOf('optout')).toBe(1)
  })

  test('that becomes read-only has the same effect as a full disk: nothing is sent without a record', async () => {
    disk?.protect(true)
    const during = await (await send('D-4')).answer
    expect(during.ok ? during.value.outcome : during.error.message).toMatch(
      /accepted|nothing was sent/,
    )
    expect(uat.countOf('optout')).toBe(during.ok ? 1 : 0)
    disk?.protect(false)
    const after = await (await send('D-5')).answer
    expect(after).toMatchObject({ ok: true, value: { outcome: 'accepted' } })
    expect((await running.bridge.must('activity.verify', {})).state).toBe('intact')
  })
})
