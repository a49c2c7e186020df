import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { FuseV1Options } from '@electron/fuses'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

/**
 * Checks electron-builder.yml and its files with electron-builder's own schema and file matching.
 */

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const require = createRequire(import.meta.url)
const read = (name: string): Buffer => readFileSync(path.join(root, name))
const json = (name: string): unknown => JSON.parse(read(name).toString('utf8'))

const yamlSchema = z.object({
  load: z.custom<(text: string) => unknown>((value) => typeof value === 'function'),
})
const yaml = yamlSchema.parse(require('js-yaml'))
const config = z
  .looseObject({
    files: z.array(z.string()),
    asar: z.unknown(),
    asarUnpack: z.array(z.string()),
    directories: z.object({ output: z.string(), buildResources: z.string() }),
    afterPack: z.string(),
    mac: z.looseObject({
      target: z.array(z.string()),
      icon: z.string(),
      entitlements: z.string(),
      hardenedRuntime: z.boolean(),
    }),
    win: z.looseObject({ icon: z.string(), target: z.string() }),
    linux: z.looseObject({ icon: z.string(), target: z.array(z.string()) }),
  })
  .parse(yaml.load(read('electron-builder.yml').toString('utf8')))

test('electron-builder’s own schema accepts the configuration', () => {
  const schema = z
    .record(z.string(), z.unknown())
    .parse(json('node_modules/app-builder-lib/scheme.json'))
  const check = new Ajv({ strict: false, allErrors: true }).compile(schema)
  expect(check(config), JSON.stringify(check.errors)).toBe(true)
  expect(check({ ...config, colour: 'green' })).toBe(false)
})

/** The schema accepts any target name on Windows and Linux. */
test('the installers are the usual ones for each system', () => {
  expect(config.linux.target).toEqual(['deb'])
  expect(config.win.target).toBe('nsis')
  expect(config.mac.target).toEqual(['dmg', 'zip'])
})

describe("the tests' Electron", () => {
  /** The files of `build` that a script loads. */
  const loads = (script: string): string[] => {
    const found = new Set([script])
    for (const file of found) {
      const source = read(file).toString('utf8')
      for (const [, next = ''] of source.matchAll(/(?:from|import|import\() ?'(\.\.?\/[^']+)'/g))
        found.add(path.posix.join(path.posix.dirname(file), next))
    }
    return [...found]
  }

  test('is known only to the tests, and neither packaging nor starting loads it', () => {
    expect(loads('build/test.mjs')).toContain('build/lib/electron/test-electron.mjs')
    for (const script of [
      'build/dist.mjs',
      'build/fuses.mjs',
      'build/start.mjs',
      'build/build.mjs',
      'build/dev.mjs',
    ]) {
      expect(loads(script), script).not.toContain('build/lib/electron/test-electron.mjs')
    }
  })

  test('is not in the configuration, which names no Electron other than the one in package.json', () => {
    expect(
      Object.keys(config).filter((name) => /^electron(?:Dist|Version|Download|Fuses)$/.test(name)),
    ).toEqual([])
    expect(JSON.stringify(config)).not.toMatch(/cypress/i)
  })
})

describe('fuses', () => {
  const moduleSchema = z.object({
    fuses: z.record(z.string(), z.boolean()),
    fuseConfig: z.custom<(known?: object, lacking?: readonly string[]) => unknown>(
      (value) => typeof value === 'function',
    ),
  })
  const load = async (): Promise<z.infer<typeof moduleSchema>> =>
    moduleSchema.parse(await import(path.join(root, config.afterPack)))

  test('each have the required state', async () => {
    expect((await load()).fuses).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    })
  })

  test('have an entry for every fuse that @electron/fuses knows', async () => {
    const { fuses } = await load()
    const names = Object.keys(FuseV1Options).filter((name) => !/^\d+$/.test(name))
    expect(names.length).toBeGreaterThanOrEqual(8)
    for (const name of names) expect(fuses).toHaveProperty(name)
  })

  test('must all be in the table, and an unknown name stops the build', async () => {
    const { fuseConfig, fuses } = await load()
    const all = Object.fromEntries(Object.keys(fuses).map((name, index) => [name, index]))
    expect(fuseConfig(all)).toMatchObject({ version: '1', strictlyRequireAllFuses: true, 0: false })
    expect(() => fuseConfig({ RunAsNode: 0 })).toThrow('too old')
  })

  test('that a binary lacks are skipped only if the caller names them, and the others stay required', async () => {
    const { fuseConfig } = await load()
    expect(fuseConfig(FuseV1Options, ['WasmTrapHandlers'])).toEqual({
      version: '1',
      strictlyRequireAllFuses: true,
      0: false,
      1: true,
      2: false,
      3: false,
      4: true,
      5: true,
      6: false,
      7: false,
    })
    expect(fuseConfig()).toHaveProperty('8', true)
  })
})

describe('packaged files', () => {
  const matcherSchema = z.object({
    FileMatcher: z.custom<
      new (
        from: string,
        to: string,
        expand: (text: string) => string,
        patterns: readonly string[],
      ) => { createFilter: () => (file: string, stat: { isDirectory: () => boolean }) => boolean }
    >((value) => typeof value === 'function'),
  })
  const { FileMatcher } = matcherSchema.parse(
    require(path.join(root, 'node_modules/app-builder-lib/out/fileMatcher.js')),
  )
  const expand = (text: string): string =>
    text.replace('${platform}', 'linux').replace('${arch}', 'x64')
  const stat = { isDirectory: () => false }
  const filterBy = (patterns: readonly string[]) => {
    const filter = new FileMatcher('/app', '/out', expand, patterns).createFilter()
    return (file: string): boolean => filter(path.join('/app', file), stat)
  }
  /** Like electron-builder's `getMainFileMatchers`, which matches dependencies separately. */
  const isPackaged = filterBy(config.files)
  /** Like electron-builder's `getNodeModuleFileMatcher`: everything that no pattern excludes. */
  const isPackagedModule = filterBy([
    '**/*',
    ...config.files.filter((pattern) => pattern.startsWith('!')),
  ])

  test.each([
    'package.json',
    'dist/electron/main.js',
    'dist/electron/preload.cjs',
    'dist/electron/x-worker.js',
    'dist/renderer/index.html',
    'dist/renderer/assets/index-abc.js',
  ])('include %s', (file) => {
    expect(isPackaged(file)).toBe(true)
  })

  test.each([
    'electron/main.ts',
    'shared/errors.ts',
    'renderer/main.ts',
    'test/unit/a.test.ts',
    'build/start.mjs',
    'dist/electron/main.js.map',
    'dist/renderer/assets/index-abc.js.map',
    'dist/other/a.js',
    '.ci/run',
    'README.md',
    'dist/electron/browser-host.js',
    'dist/third-party-notices.txt',
    '.github/workflows/a.yml',
    'docs/architecture.md',
    'package-lock.json',
    'tsconfig.json',
    '.env',
    'release/a.deb',
  ])('do not include %s', (file) => {
    expect(isPackaged(file)).toBe(false)
  })

  test('from dependencies are only the keychain’s binary and its loader', () => {
    for (const file of [
      'lib/keytar.js',
      'package.json',
      'LICENSE.md',
      'prebuilds/linux-x64/keytar.node',
    ]) {
      expect(isPackagedModule(`node_modules/keytar/${file}`), file).toBe(true)
    }
    for (const file of [
      'keytar/src/async.cc',
      'keytar/build/Release/keytar.node',
      'keytar/prebuilds/win32-x64/keytar.node',
      'keytar/script/install.js',
      'vue/dist/vue.js',
      '@iconify/vue/dist/iconify.mjs',
      'undici/index.js',
      '.bin/tsc',
      'node-addon-api/index.js',
    ]) {
      expect(isPackagedModule(`node_modules/${file}`), file).toBe(false)
    }
  })

  test('are unpacked if they are binaries, but not if they are code', () => {
    const isUnpacked = filterBy(config.asarUnpack)
    expect(isUnpacked('node_modules/keytar/prebuilds/linux-x64/keytar.node')).toBe(true)
    expect(isUnpacked('dist/electron/main.js')).toBe(false)
    expect(isUnpacked('node_modules/keytar/lib/keytar.js')).toBe(false)
  })

  test('are not unpacked just because their module has a binary, since files outside the archive are not verified', () => {
    expect(config.asar).toEqual({ smartUnpack: false })
  })

  test('are not written to the built program’s folder', () => {
    expect(config.directories.output).toBe('release')
  })
})

describe('icons', () => {
  const isPng = (bytes: Buffer): boolean => bytes.subarray(1, 4).toString('latin1') === 'PNG'

  test.each([16, 24, 32, 48, 64, 128, 256, 512, 1024])(
    'include a PNG of %i pixels with that size',
    (size) => {
      const png = read(`${config.linux.icon}/${size}x${size}.png`)
      expect(isPng(png)).toBe(true)
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
    },
  )

  test('include an .ico with an image of 256 pixels, and with every image at its stated offset', () => {
    const ico = read(config.win.icon)
    const count = ico.readUInt16LE(4)
    const sizes = Array.from({ length: count }, (_none, index) => {
      const offset = ico.readUInt32LE(6 + 16 * index + 12)
      expect(isPng(ico.subarray(offset))).toBe(true)
      expect(ico.readUInt32BE(offset + 16) % 256).toBe(ico.readUInt8(6 + 16 * index))
      return ico.readUInt32BE(offset + 16)
    })
    expect(sizes).toContain(256)
  })

  test('include a complete .icns up to 1024 pixels', () => {
    const icns = read(config.mac.icon)
    expect(icns.subarray(0, 4).toString('latin1')).toBe('icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const sizes: number[] = []
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      expect(isPng(icns.subarray(at + 8))).toBe(true)
      sizes.push(icns.readUInt32BE(at + 24))
    }
    expect(Math.max(...sizes)).toBe(1024)
  })
})

test('a Mac build is hardened and requests no entitlement except run-time compilation', () => {
  expect(config.mac.hardenedRuntime).toBe(true)
  const keys = read(config.mac.entitlements)
    .toString('utf8')
    .match(/<key>[^<]+<\/key>/g)
  expect(keys).toEqual(['<key>com.apple.security.cs.allow-jit</key>'])
})

test('Electron’s major version is supported, and Node’s major version is the one inside Electron', () => {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(json('package.json'))
  // As of November 2026, 43, 44 and 45 are supported; a new major version appears every eight weeks.
  expect(Number.parseInt(devDependencies['electron'] ?? '', 10)).toBeGreaterThanOrEqual(45)
  expect(Number.parseInt(devDependencies['node'] ?? '', 10)).toBe(24)
})
