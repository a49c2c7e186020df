import { afterEach, expect, test } from 'vitest'
import { bytesOf, checkedList, listText, sentList } from '#test/support/samples/list-files.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { runIn } from '#test/support/worlds/record-house.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import { openHouse } from '#test/torture/house.ts'
import { closers, closeYard } from './trouble-yard.ts'

/** A list whose receipts are damaged on the disk, and the same file opened as a new list. */

afterEach(closeYard)

/**
 * The warnings of opening the file again and of reviewing its last row, after `harm` has damaged
 * the file of receipts.
 */
const warnedAfter = async (harm: string) => {
  const uat = await startUatServer()
  closers.push(uat.stop)
  const dataDir = temporaryFolder('lists-damaged')
  const first = await openHouse(dataDir, uat.url)
  const { listId } = await checkedList(first, listText(6))
  expect(await sentList(first, listId, 6)).toMatchObject({ counts: { accepted: 6 } })
  await first.core.close()
  runIn(dataDir, harm)
  const again = await openHouse(dataDir, uat.url)
  closers.push(() => again.core.close())
  const file = await again.must('list.open', { fileName: 'x.csv', bytes: bytesOf(listText(6)) })
  const review = await again.must('submission.review', {
    operation: 'optout',
    participantId: 'L-6',
    firstName: 'First6',
    lastName: 'Last6',
    optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
    reason: '',
  })
  return { notes: file.notes.join(' '), warnings: review.warnings.join(' ') }
}

test('whole receipts give no warning', { timeout: 60_000 }, async () => {
  expect(await warnedAfter('')).toEqual({ notes: '', warnings: '' })
})

test(
  'damaged receipts are reported before a list and before a single submission',
  {
    timeout: 60_000,
  },
  async () => {
    const { notes, warnings } = await warnedAfter(
      "UPDATE results SET summary = x'00' WHERE rowid > 3",
    )
    expect(notes).toMatch(/Some saved results cannot be read/)
    expect(warnings).toMatch(/Some saved results cannot be read/)
  },
)

test(
  'missing receipts are reported before a list is sent',
  {
    timeout: 60_000,
  },
  async () => {
    const { notes } = await warnedAfter('DELETE FROM results')
    expect(notes).toMatch(/^Receipts of rows that were sent in earlier lists are gone/)
  },
)
