import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createFiles } from '#electron/adapters/files/files.ts'
import { createSystemClock } from '#electron/adapters/system-clock.ts'
import { openLastingLog } from '#electron/core/activity/lasting-log.ts'
import { childProgram } from '#test/support/worlds/child-programs.ts'
import { valueOf } from '#test/support/results.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { createFileSecretsDouble } from '#test/support/worlds/real-core.ts'

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
    const messages: string[] = []
    const say = (message: string): void => void messages.push(message)
    const log = await openLastingLog({
      files: createFiles(dataDir),
      secrets: createFileSecretsDouble(`${dataDir}.secrets.json`),
      keychain: { state: () => ({ kind: 'system' }) },
      clock: createSystemClock(),
      logger: { info: say, warn: say, error: say },
      user: 'tester',
      machine: 'test-machine',
    })
    const check = valueOf(await log.verify())
    expect(check).toMatchObject({ state: 'intact', problems: [] })
    await log.close()
    const folder = path.join(dataDir, 'activity')
    const text = readdirSync(folder)
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
      .join('\n')
    for (const id of durable) expect(text).toContain(id)
    expect(messages).toEqual([])
  },
)
