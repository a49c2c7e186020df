import { afterEach, expect, test } from 'vitest'
import { checkedList, listText, sentList } from '#test/support/samples/list-files.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { runIn } from '#test/support/worlds/record-house.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import { openHouse } from '#test/torture/house.ts'
import { closers, closeYard } from './trouble-yard.ts'

/** Receipts of a list are damaged or missing on disk, and the same file is opened as a new list. */

afterEach(closeYard)

test.each(['', "UPDATE results SET summary = x'00', body = x'00'", 'DELETE FROM results'])(
  'a list and a single submission recognize what was sent before, even without its receipts (%j)',
  { timeout: 60_000 },
  async (harm) => {
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
    expect((await checkedList(again, listText(6), 'x.csv')).counts).toMatchObject({
      ready: 0,
      skipped: 6,
    })
    const review = await again.must('submission.review', {
      operation: 'optout',
      participantId: 'L-6',
      firstName: 'First6',
      lastName: 'Last6',
      optoutInfo: [{ PlanId: 'ACME401K', PlanType: '401K' }],
      reason: '',
    })
    expect(review.earlier).toMatchObject({ outcome: 'accepted', needsReason: true })
  },
)
