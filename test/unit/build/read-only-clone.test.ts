import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import type * as fsPromises from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#test/support/worlds/program.ts'
import { withLock } from '../../../build/lib/lock.mjs'

/** Tests `npm start` in a folder that this user may only read. */

const readOnly = vi.hoisted(() => ({ is: false }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fsPromises>()
  const mkdir = async (...args: Parameters<typeof real.mkdir>) => {
    if (readOnly.is)
      throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
    return real.mkdir(...args)
  }
  return { ...real, mkdir }
})

test('in a read-only clone, every script that needs to write says so in one sentence', async () => {
  readOnly.is = true
  const failed = await withLock('test', async () => 'done').catch((cause: unknown) => cause)
  readOnly.is = false
  expect(failed).toMatchObject({ exitCode: 1 })
  expect(String(failed)).toMatch(
    /This folder cannot be written to \(.+\); check its owner and permissions/,
  )
})

test('a failed download of Electron leads to the browser host, even if the failure cannot be recorded', () => {
  const clone = temporaryFolder('clone')
  cpSync(
    fileURLToPath(new URL('../../../build/lib', import.meta.url)),
    path.join(clone, 'build', 'lib'),
    { recursive: true },
  )
  const electron = path.join(clone, 'node_modules', 'electron')
  mkdirSync(electron, { recursive: true })
  writeFileSync(path.join(electron, 'package.json'), '{"version":"45.0.0"}')
  writeFileSync(path.join(electron, 'install.js'), 'process.exit(1)')
  // A folder at this path prevents writing the file.
  mkdirSync(path.join(clone, 'node_modules', '.glidepath-electron'))
  const fetching = pathToFileURL(
    path.join(clone, 'build', 'lib', 'electron', 'electron-runtime.mjs'),
  ).href
  const script = `import { fetchElectron } from '${fetching}'; console.log(await fetchElectron(true))`
  // A custom mirror is trusted without a check, so no network is needed.
  const env = {
    ...process.env,
    ELECTRON_MIRROR: 'https://mirror.invalid/',
    ELECTRON_OVERRIDE_DIST_PATH: undefined,
  }
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(said).toMatch(/^Electron's runtime could not be downloaded/)
})
