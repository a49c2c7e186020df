import { afterEach, describe, expect, test } from 'vitest'
import {
  checkedList,
  listText,
  plainOptions,
  settledList,
} from '#test/support/samples/list-files.ts'
import { draftOf } from '#test/torture/house.ts'
import { closeYard, one, openYard } from './trouble-yard.ts'

afterEach(closeYard)

describe('a list', { timeout: 120_000 }, () => {
  test('paused while its start is being saved sends at most the rows already under way', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(20))
    const started = house.must('list.start', { listId, options: one, rowsToSend: 20 })
    // The list has been marked as starting, and its record is being written.
    await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    const paused = await house.must('list.pause', { listId })
    await started
    expect(paused.state).toBe('paused')
    expect(await settledList(house, listId)).toMatchObject({
      state: 'paused',
      counts: { ready: 20 - uat.countOf('optout') },
    })
    expect(uat.countOf('optout')).toBeLessThan(3)
  })

  test('lets a person’s own submission go before waiting rows', async () => {
    const { uat, house } = await openYard()
    const { listId } = await checkedList(house, listText(20))
    const answers: (() => void)[] = []
    const until = () => new Promise<void>((resolve) => answers.push(resolve))
    uat.meet('optout', { kind: 'held', until })
    await house.must('list.start', { listId, options: plainOptions, rowsToSend: 20 })
    // The environment allows four calls at once.
    await expect.poll(() => answers.length).toBe(4)
    const draft = await draftOf(house, 'enroll', 'quill-own')
    const { submissionId } = await house.must('submission.review', draft)
    const sent = house.must('submission.send', { submissionId })
    await expect
      .poll(async () => (await house.must('records.list', {})).map((item) => item.sent?.operation))
      .toContain('enroll')
    answers[0]?.()
    await sent
    await expect
      .poll(() => uat.seen.flatMap(({ target }) => (target === 'token' ? [] : [target])))
      .toEqual([...Array.from({ length: 4 }, () => 'optout'), 'enroll', 'optout'])
    uat.meet('optout', null)
    for (const answer of answers) answer()
    expect((await settledList(house, listId)).counts.accepted).toBe(20)
  })

  test('started and removed at the same time is either sent and kept, or removed and not sent', async () => {
    for (const order of ['start first', 'remove first']) {
      const { uat, house } = await openYard()
      const { listId } = await checkedList(house, listText(5))
      const start = () => house.call('list.start', { listId, options: one, rowsToSend: 5 })
      const remove = () => house.call('list.remove', { listId })
      const [first, second] = order === 'start first' ? [start, remove] : [remove, start]
      const answers = await Promise.all([first(), second()])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const isSent = (order === 'start first' ? answers[0] : answers[1]).ok
      expect(await house.must('list.all', {})).toHaveLength(isSent ? 1 : 0)
      if (isSent) expect((await settledList(house, listId)).counts.accepted).toBe(5)
      else await new Promise((resolve) => setTimeout(resolve, 300))
      expect(uat.countOf('optout')).toBe(isSent ? 5 : 0)
    }
  })

  test('started while it is being checked again is sent as it was checked before', async () => {
    const { house } = await openYard()
    const { listId } = await checkedList(house, listText(300))
    const { mapping } = await house.must('list.read', { listId, reading: {} })
    const swapped = { ...mapping, firstName: mapping.lastName, lastName: mapping.firstName }
    const checking = house.call('list.check', {
      listId,
      mapping: swapped,
      defaults: { planType: '', reason: '', planSeparator: '' },
    })
    await house.must('list.start', { listId, options: plainOptions, rowsToSend: 300 })
    expect(await checking).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
    expect(await settledList(house, listId)).toMatchObject({
      state: 'done',
      counts: { accepted: 300 },
    })
    expect((await house.must('list.rows', { listId, offset: 0, limit: 1 })).rows[0]?.name).toBe(
      'First1 Last1',
    )
  })

  test('whose file is read with other options during a check keeps the new reading', async () => {
    const { house } = await openYard()
    const { listId } = await checkedList(house, listText(5000))
    const { mapping, defaults } = await house.must('list.read', { listId, reading: {} })
    const checking = house.call('list.check', { listId, mapping, defaults })
    const read = await house.must('list.read', { listId, reading: { hasHeader: false } })
    expect(read).toMatchObject({ hasHeader: false })
    expect(await checking).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
    expect(await house.must('list.read', { listId, reading: {} })).toMatchObject({
      hasHeader: false,
    })
    expect(await house.must('list.all', {})).toMatchObject([{ state: 'mapping' }])
  })

  /** Delays that fall during a check, during its save, and after both; milliseconds. */
  const moments = Array.from({ length: 12 }, (_, index) => index * 2)
  const after = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds))

  test('can be removed at any moment of a check', async () => {
    const { house } = await openYard()
    for (const moment of moments) {
      const { listId } = await checkedList(house, listText(20))
      const { mapping, defaults } = await house.must('list.read', { listId, reading: {} })
      const checking = house.call('list.check', { listId, mapping, defaults })
      await after(moment)
      expect(await house.call('list.remove', { listId })).toMatchObject({ ok: true })
      await checking
      expect(await house.must('list.all', {})).toEqual([])
      expect(
        await house.call('list.start', { listId, options: plainOptions, rowsToSend: 20 }),
      ).toMatchObject({ ok: false })
    }
  })

  test('is never sent with columns other than its user saw, whenever another window checks it', async () => {
    const refused = { ok: false, error: { code: 'submission.confirmation' } }
    for (const moment of moments) {
      const { uat, house } = await openYard()
      const { listId, check } = await checkedList(house, listText(20))
      const { mapping, defaults } = await house.must('list.read', { listId, reading: {} })
      const swapped = { ...mapping, firstName: mapping.lastName, lastName: mapping.firstName }
      const start = () =>
        house.call('list.start', { listId, options: plainOptions, rowsToSend: 20, check })
      const checking = house.call('list.check', { listId, mapping: swapped, defaults })
      await after(moment)
      const started = await start()
      const checked = await checking
      // The list is sent as its user saw it, or not at all.
      if (started.ok) {
        expect(checked).toMatchObject({ ok: false })
        await settledList(house, listId)
        expect(uat.countOf('optout')).toBe(20)
      } else {
        expect(started).toMatchObject(refused)
        expect(checked).toMatchObject({ ok: true, value: { state: 'checked' } })
        expect(await start()).toMatchObject(refused)
        expect(uat.countOf('optout')).toBe(0)
      }
    }
  })
})
