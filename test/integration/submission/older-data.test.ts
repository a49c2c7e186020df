import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { startCountingService } from '#test/support/servers/counting-service.ts'
import type { RealCore } from '#test/support/worlds/real-core.ts'
import { draftOf, openHouse } from '#test/torture/house.ts'

/** Tests a real data folder that is put back to its state before a submission. */

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const setUp = async () => {
  const folder = temporaryFolder('older')
  const dataDir = path.join(folder, 'data')
  const service = await startCountingService()
  closers.push(service.stop)
  const url = `http://127.0.0.1:${service.port}`
  const open = () => openHouse(dataDir, url)
  const review = async (house: RealCore) =>
    house.must('submission.review', await draftOf(house, 'optout', 'K-1'))
  return { folder, dataDir, service, open, review }
}

describe('a data folder', { timeout: 60_000 }, () => {
  test('that was put back to its state before a submission is noticed, and the same is not sent again without a reason', async () => {
    const { folder, dataDir, service, open, review } = await setUp()
    await (await open()).core.close()
    cpSync(dataDir, path.join(folder, 'copy'), { recursive: true })
    const first = await open()
    const { submissionId } = await review(first)
    expect(await first.must('submission.send', { submissionId })).toMatchObject({
      outcome: 'accepted',
    })
    await first.core.close()
    rmSync(dataDir, { recursive: true })
    cpSync(path.join(folder, 'copy'), dataDir, { recursive: true })

    for (let start = 0; start < 2; start += 1) {
      const again = await open()
      const { notices = [] } = await again.must('app.info', {})
      expect(notices.join()).toContain('Glidepath found older data than it had left')
      expect(await again.must('activity.verify', {})).toMatchObject({
        problems: [{ kind: 'olderData' }],
      })
      const reviewed = await review(again)
      expect(reviewed.earlier).toMatchObject({
        receiptId: null,
        same: 'unknown',
        needsReason: true,
      })
      expect(
        await again.call('submission.send', { submissionId: reviewed.submissionId }),
      ).toMatchObject({ ok: false, error: { code: 'submission.confirmation' } })
      await again.core.close()
    }
    expect(service.executed.get('K-1')).toBe(1)
  })

  test('whose database was removed is noticed, and the same is not sent again without a reason', async () => {
    const { dataDir, service, open, review } = await setUp()
    const first = await open()
    const { submissionId } = await review(first)
    await first.must('submission.send', { submissionId })
    await first.core.close()
    rmSync(path.join(dataDir, 'glidepath.db'))

    const again = await open()
    expect((await review(again)).earlier).toMatchObject({ needsReason: true })
    await again.core.close()
    expect(service.executed.get('K-1')).toBe(1)
  })
})
