import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { bytesOf, checkedList, listText, sentList } from '#test/support/samples/list-files.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import { openHouse } from '#test/torture/house.ts'
import { closers, closeYard } from './trouble-yard.ts'

/** A list whose receipts are damaged on the disk, and the same file opened as a new list. */

afterEach(closeYard)

/** What opening the file again and reviewing its last row warn of, after `harm` to the file of receipts. */
const warnedAfter = async (harm: (file: string) => void) => {
  const uat = await startUatServer()
  closers.push(uat.stop)
  const dataDir = temporaryFolder('lists-damaged')
  const first = await openHouse(dataDir, uat.url)
  const { listId } = await checkedList(first, listText(6))
  expect(await sentList(first, listId, 6)).toMatchObject({ counts: { accepted: 6 } })
  await first.core.close()
  harm(join(dataDir, 'library', `${listId}.rows`))
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

test('intact receipts cause no warning', { timeout: 60_000 }, async () => {
  expect(await warnedAfter(() => undefined)).toEqual({ notes: '', warnings: '' })
})

test(
  'truncated receipts are reported before a list and before a single submission',
  {
    timeout: 60_000,
  },
  async () => {
    const { notes, warnings } = await warnedAfter((file) => {
      const bytes = readFileSync(file)
      writeFileSync(file, bytes.subarray(0, (bytes.length >> 1) + 50))
    })
    expect(notes).toMatch(/Some saved results cannot be read/)
    expect(warnings).toMatch(/Some saved results cannot be read/)
  },
)

test(
  'missing receipts are reported before a list',
  {
    timeout: 60_000,
  },
  async () => {
    const { notes } = await warnedAfter((file) => rmSync(file))
    expect(notes).toMatch(/^Receipts of rows that were sent in earlier lists are gone/)
  },
)
