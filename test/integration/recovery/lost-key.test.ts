import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'

const cores: RealCore[] = []
const start = async (dataDir: string) => {
  const house = await openRealCore(dataDir)
  cores.push(house)
  return house
}
afterAll(() => Promise.all(cores.map(({ core }) => core.close())))

const loseKeys = (dataDir: string) => rmSync(`${dataDir}.secrets.json`)

const saveForecast = async (house: RealCore) => {
  const [example] = await house.must('participant.examples', {})
  const { handle } = await house.must('participant.open', {
    kind: 'example',
    id: example?.id ?? '',
  })
  return house.must('forecast.run', {
    handle,
    operation: 'forecast',
    inputs: {},
    jobId: crypto.randomUUID(),
  })
}

test('after the keychain lost its key, a printed code restores the key and opens results and log again', async () => {
  const dataDir = path.join(temporaryFolder('lost'), 'data')
  const first = await start(dataDir)
  const before = await saveForecast(first)
  expect(await first.must('recovery.state', {})).toEqual({
    key: 'here',
    kit: 'none',
    offer: false,
  })
  const { code } = await first.must('recovery.make', {})
  const page = await first.must('recovery.page', {})
  const pdf = path.join(temporaryFolder('page'), 'page.pdf')
  writeFileSync(pdf, page.bytes)
  const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' })
  expect(code.split('-').filter((group) => !text.includes(group))).toEqual([])
  expect(await first.must('recovery.take', {})).toMatchObject({ key: 'here', kit: 'taken' })
  expect(first.log.join('\n')).not.toContain(code)
  await first.core.close()

  loseKeys(dataDir)
  const later = await start(dataDir)
  expect(await later.must('recovery.state', {})).toMatchObject({ key: 'lost', kit: 'taken' })
  const meanwhile = await saveForecast(later)
  const mistyped = await later.call('recovery.open', { code: code.slice(0, -1) })
  expect(mistyped.ok ? '' : mistyped.error.message).toContain('Group 13 of 13 is wrong.')
  expect(await later.must('recovery.open', { code })).toMatchObject({ key: 'here' })
  await later.core.close()

  const again = await start(dataDir)
  const found = (await again.must('records.list', { newest: 10 })).map(({ id }) => id)
  expect(found).toContain(before.id)
  expect(found).toContain(meanwhile.id)
  const { check, records } = await again.must('activity.list', { limit: 50 })
  expect(records.map(({ outcome }) => outcome)).toEqual(
    expect.arrayContaining(['kitMade', 'kitTaken', 'kitUsed', 'unknownFolder']),
  )
  expect(check?.problems.filter(({ kind }) => kind !== 'olderData') ?? []).toEqual([])
})

test('without a code, starting anew keeps new results, and names the file with the old ones', async () => {
  const dataDir = path.join(temporaryFolder('anew'), 'data')
  const first = await start(dataDir)
  await saveForecast(first)
  expect(await first.call('recovery.startAnew', {})).toMatchObject({ ok: false })
  await first.core.close()

  loseKeys(dataDir)
  const later = await start(dataDir)
  expect(await later.must('recovery.state', {})).toMatchObject({ key: 'lost', kit: 'none' })
  const kept = await saveForecast(later)
  const { setAside } = await later.must('recovery.startAnew', {})
  expect(existsSync(setAside)).toBe(true)
  expect((await later.must('app.info', {})).savedRecords).toEqual({ persistent: true, message: '' })
  await later.core.close()

  const again = await start(dataDir)
  const found = (await again.must('records.list', { newest: 10 })).map(({ id }) => id)
  expect(found).toEqual([kept.id])
})
