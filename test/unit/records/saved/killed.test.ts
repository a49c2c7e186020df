import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { valueOf } from '#test/support/results.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

const writer = fileURLToPath(new URL('../../../support/worlds/records-writer.ts', import.meta.url))

/** The lines that a program printed until it was killed, a moment after its first line. */
const liveAndDie = async (dataDir: string, life: number): Promise<readonly string[]> => {
  const child = spawn(
    process.execPath,
    [writer, dataDir, `${dataDir}.secrets.json`, String(life)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let text = ''
  child.stdout.on('data', (bytes: Buffer) => {
    if (text === '') setTimeout(() => child.kill('SIGKILL'), randomInt(50, 500))
    text += bytes.toString()
  })
  await new Promise((resolve) => child.once('close', resolve))
  return text.split('\n').slice(0, -1)
}

test('whenever the program is killed, everything it reported is stored, and nothing is damaged or half removed', async () => {
  const house = recordHouse()
  const told = new Map<string, string>()
  for (let life = 0; life < 5; life += 1) {
    for (const line of await liveAndDie(house.dataDir, life)) {
      const [state = '', id = ''] = line.split(' ')
      told.set(id, state)
    }
    const kept: unknown = JSON.parse(readFileSync(`${house.dataDir}.secrets.json`, 'utf8'))
    for (const [account, value] of Object.entries(z.record(z.string(), z.string()).parse(kept)))
      house.secrets.values.set(account, value)
    const saved = house.saved()
    const listed = new Map(valueOf(await saved.list()).map(({ id, outcome }) => [id, outcome]))
    expect(await saved.state()).toEqual({ persistent: true, message: '' })
    for (const [id, state] of told) {
      const outcome = listed.get(id)
      if (state === 'removed') expect(outcome).toBeUndefined()
      else if (state === 'accepted') expect(outcome).toBe('accepted')
      else if (state === 'inDoubt') expect(['inDoubt', 'accepted']).toContain(outcome)
      if (outcome !== undefined) expect(valueOf(await saved.verbatim(id))).toBe(`answer ${id}`)
    }
  }
  expect([...told.values()].filter((state) => state === 'accepted').length).toBeGreaterThan(5)
}, 60_000)
