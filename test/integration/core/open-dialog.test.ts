import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examplePeople } from '#electron/training/index.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'

/**
 * Tests the dialog for opening a participant's file, which the page requests from the real core.
 */

const folder = temporaryFolder('open-dialog')
const dataDir = path.join(folder, 'data')
const passphrase = 'four quiet otters sleep'
const file = path.join(folder, 'participant.xml')
const answers: ((path: string | null) => void)[] = []
let house: RealCore

beforeAll(async () => {
  mkdirSync(dataDir)
  writeFileSync(file, examplePeople[0]?.xml ?? '')
  house = await openRealCore(dataDir, {
    pickFile: () => new Promise((resolve) => answers.push(resolve)),
  })
}, 60_000)
afterAll(() => house.core.close())

const open = () => house.call('participant.open', { kind: 'dialog' })
const cancelled = { ok: false, error: { code: 'job.cancelled' } }

test('a page that asks repeatedly gets only one dialog', { timeout: 60_000 }, async () => {
  const first = open()
  for (const again of await Promise.all([open(), open(), open()]))
    expect(again).toMatchObject(cancelled)
  expect(answers).toHaveLength(1)
  answers.at(-1)?.(file)
  expect(await first).toMatchObject({ ok: true, value: { fileName: 'participant.xml' } })
})

test(
  'a file chosen in a dialog after the program has locked is not opened or stored',
  { timeout: 60_000 },
  async () => {
    await house.must('participant.forgetRecents', {})
    await house.must('lock.setPassphrase', { current: '', next: passphrase })
    const asked = open()
    await expect.poll(() => answers.length).toBe(2)
    house.core.lock()
    answers.at(-1)?.(file)
    await house.must('lock.unlock', { passphrase })
    expect(await asked).toMatchObject(cancelled)
    expect(await house.must('participant.recents', {})).toEqual([])
  },
)
