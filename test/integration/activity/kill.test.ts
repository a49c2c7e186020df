import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createSystemClock } from '#electron/adapters/system-clock.ts'
import { createMemorySecrets } from '#test/support/doubles/memory-secrets.ts'
import { createActivityHouse } from '#test/support/worlds/activity-house.ts'
import { childProgram } from '#test/support/worlds/child-programs.ts'
import { valueOf } from '#test/support/results.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { createFileSecretsDouble } from '#test/support/doubles/file-secrets-double.ts'

const killedAfter = async (dataDir: string, ms: number): Promise<string[]> => {
  const program = await childProgram('noting')
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (output === '') setTimeout(() => child.kill('SIGKILL'), ms)
      output += chunk.toString()
    })
    child.once('close', () => resolve(output.split('\n').slice(1, -1)))
  })
}

test(
  'the log is intact and has every durable record after repeated kills during writes',
  { timeout: 60_000 },
  async () => {
    const dataDir = path.join(temporaryFolder('activity'), 'data')
    mkdirSync(dataDir)
    const durable: string[] = []
    for (const ms of [0, 7, 31, 90, 200, 1300]) durable.push(...(await killedAfter(dataDir, ms)))
    expect(durable.length).toBeGreaterThan(20)
    const house = createActivityHouse(
      createSystemClock(),
      { ...createMemorySecrets(), ...createFileSecretsDouble(`${dataDir}.secrets.json`) },
      dataDir,
    )
    const log = await house.open()
    expect(valueOf(await log.verify())).toMatchObject({ state: 'intact', problems: [] })
    expect(log.rolledBackOn()).toBeNull()
    const ids = new Set(log.records().map(({ id }) => id))
    await log.close()
    for (const id of durable) expect(ids).toContain(id)
    expect(house.lines).toEqual([])
  },
)
