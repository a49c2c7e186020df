import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { fuses } from '../../../../build/fuses.mjs'
import { readySchema, runAsPerson, startDesktop, until } from '#test/support/desktop/launch.ts'
import {
  filesBelow,
  fusesLacking,
  makePackage,
  type Package,
} from '#test/support/desktop/stage/package.ts'
import { packageContent } from '#test/support/desktop/stage/package-content.ts'
import { startPackaged, type PackagedProgram } from '#test/support/desktop/packaged-page.ts'
import { personalFolder, person } from '#test/support/desktop/person.ts'
import { bringToFront } from '#test/support/desktop/windows.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'
import { everythingIn } from '#test/support/worlds/program.ts'
import { runBuildScript } from '#test/support/worlds/run-build-script.ts'
import { eventually, goTo, openSavedResult } from '#test/support/screens/screen-steps.ts'

/**
 * Tests the program that users get: packaged by electron-builder, here with the tests' Electron,
 * with its fuses set.
 */

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const { electron } = inject('desktop').stage

let packed: Package
let content: ReturnType<typeof packageContent>
let keyring: KeyringSession
beforeAll(async () => {
  keyring = await startKeyringSession(person)
  packed = await makePackage(electron)
  content = packageContent(packed.folder)
}, 300_000)
afterAll(async () => {
  await keyring.stop()
  packed.remove()
})

const afterPackSchema = z.custom<(context: object) => Promise<void>>(
  (value) => typeof value === 'function',
)

const archived = (): string[] => content.archived()
const text = (name: string): string => content.text(name)

describe('the package', () => {
  test('is built without a network', () => {
    expect(packed.asked).toEqual([])
    expect(packed.cached).toEqual([])
  })

  test('contains exactly the program, its page and the keychain’s loader', () => {
    const workers = globSync('electron/**/*-worker.ts', { cwd: root }).map((file) =>
      path.basename(file, '.ts'),
    )
    const expected = [
      /^package\.json$/,
      /^dist\/electron\/(main\.js|preload\.cjs|icon\.png|chunk-[\w-]+\.js)$/,
      new RegExp(`^dist/electron/(${workers.join('|')})\\.js$`),
      /^dist\/electron\/fonts\/(NotoSans-Regular\.ttf|NotoSans-SemiBold\.ttf|OFL\.txt)$/,
      /^dist\/renderer\/index\.html$/,
      /^dist\/renderer\/assets\/[\w-]+-[\w-]{8}\.(js|css|svg)$/,
      /^dist\/renderer\/assets\/NotoSans_(400Regular|600SemiBold)-[\w-]{8}\.ttf$/,
      /^node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/keytar\.js)$/,
      new RegExp(
        `^node_modules/keytar/prebuilds/${process.platform}-${process.arch}/keytar\\.node$`,
      ),
    ]
    const files = archived()
    expect(files.filter((file) => !expected.some((pattern) => pattern.test(file)))).toEqual([])
    expect(expected.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([])
  })

  test('contains only program files that the desktop program uses, and none that only the browser host needs', () => {
    const all = content.inFolder('dist/electron')
    expect(
      content.reached('dist/electron', ['fonts/OFL.txt', 'main.js', 'preload.cjs'], all),
    ).toEqual(all)
  })

  test('contains only page files that the page uses', () => {
    const all = content.inFolder('dist/renderer')
    expect(content.reached('dist/renderer', ['index.html'], all)).toEqual(all)
  })

  test('has nothing outside the archive but Electron’s files, the keychain’s binary and the notices', () => {
    const own: Readonly<Record<string, string>> = {
      electron: 'glidepath',
      LICENSE: 'LICENSE.electron.txt',
    }
    const left = /^(version|resources\/default_app\.asar)$/
    const runtime = filesBelow(path.dirname(electron.program))
      .filter((name) => !left.test(name))
      .map((name) => own[name] ?? name)
    const keytar = `resources/app.asar.unpacked/node_modules/keytar/prebuilds/${process.platform}-${process.arch}/keytar.node`
    expect(filesBelow(packed.folder)).toEqual(
      [...runtime, 'resources/app.asar', 'resources/third-party-notices.txt', keytar].toSorted(),
    )
  })

  test('contains no file with a path from the build machine or a link to a source map', () => {
    const telling = archived()
      .filter((name) => /\.(?:c?js|css|html|json|svg)$/.test(name))
      .filter((name) => text(name).includes(root) || text(name).includes('sourceMappingURL'))
    expect(telling).toEqual([])
  })

  test('has a package.json that names the program and the dependencies it loads from disk, but no scripts or tools', () => {
    const manifest = z.record(z.string(), z.unknown()).parse(JSON.parse(text('package.json')))
    expect(manifest).toMatchObject({
      name: 'glidepath',
      desktopName: 'glidepath.desktop',
      main: 'dist/electron/main.js',
    })
    expect(['scripts', 'devDependencies'].filter((name) => name in manifest)).toEqual([])
  })

  test('is no larger than allowed', () => {
    const megabytes = (file: string): number => statSync(file).size / 1e6
    expect(megabytes(content.archive)).toBeLessThan(11)
    const ours = filesBelow(path.join(packed.folder, 'resources')).map((name) =>
      megabytes(path.join(packed.folder, 'resources', name)),
    )
    expect(ours.reduce((sum, size) => sum + size, 0)).toBeLessThan(12)
  })
})

describe('the notices of bundled packages', () => {
  const notices = (): string =>
    readFileSync(path.join(packed.folder, 'resources', 'third-party-notices.txt'), 'utf8')
  const named = (): string[] =>
    notices()
      .split(/^-{80}$/m)
      .slice(1)
      .map((part) => /\n(.+) \d+\.\d+\.\d+\S*( \(.+\))?\n/.exec(part)?.[1] ?? part)

  test('name every package with a module in the program’s bundles', () => {
    const modules = archived()
      .filter((name) => name.startsWith('dist/electron/') && name.endsWith('.js'))
      .flatMap((name) =>
        [...text(name).matchAll(/^\/\/ (?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/\n]+)\//gm)].map(
          (match) => match[1] ?? '',
        ),
      )
    const bundled = [...new Set(modules)]
    expect(bundled.length).toBeGreaterThan(20)
    expect(bundled.filter((name) => !named().includes(name))).toEqual([])
  })

  test('name the packages behind the page, its styles, its icons and the keychain’s binary', () => {
    const page = [
      '@vue/runtime-dom',
      'vue-router',
      'pinia',
      'zod',
      'reka-ui',
      '@nuxt/ui',
      'chart.js',
      '@msgpack/msgpack',
    ]
    expect(named()).toEqual(
      expect.arrayContaining([...page, 'tailwindcss', '@iconify-json/lucide', '@github/keytar']),
    )
  })

  test('contain the copyright and license text of each package', () => {
    const granting =
      /Permission is hereby granted|Permission to use, copy|Apache License|Redistribution and use/
    const parts = notices()
      .split(/^-{80}$/m)
      .slice(1)
    expect(parts.filter((part) => !granting.test(part) || !/copyright/i.test(part))).toEqual([])
  })
})

describe('fuses:', () => {
  test('the binary’s fuses match the table in the build', async () => {
    const wire = new Map<string, unknown>(
      Object.entries(await getCurrentFuseWire(path.join(packed.folder, 'glidepath'))),
    )
    const known = new Map<string, unknown>(Object.entries(FuseV1Options))
    const lacking = fusesLacking[electron.kind]
    const expected = Object.entries(fuses).filter(([name]) => !lacking.includes(name))
    const read = expected.map(([name]) => [name, wire.get(String(known.get(name)))])
    expect(read).toEqual(
      expected.map(([name, on]) => [name, on ? FuseState.ENABLE : FuseState.DISABLE]),
    )
    // Besides the fuses in the table, the binary has only the fuses' version byte.
    expect(wire.size).toBe(expected.length + 1)
  })

  test.runIf(fusesLacking[electron.kind].length > 0)(
    'packaging refuses a binary that lacks one of the fuses',
    async () => {
      const appOutDir = personalFolder('other-electron')
      copyFileSync(electron.program, path.join(appOutDir, 'glidepath'))
      const context = {
        appOutDir,
        electronPlatformName: 'linux',
        packager: { executableName: 'glidepath' },
        arch: 1,
      }
      const { default: afterPack } = z
        .object({ default: afterPackSchema })
        .parse(await import(path.join(root, 'build/fuses.mjs')))
      await expect(afterPack(context)).rejects.toThrow(/fuse/i)
    },
  )

  test('the binary runs no other script, opens no inspector, and loads no folder instead of the archive', async () => {
    const traces = personalFolder('traces')
    const intruder = path.join(traces, 'intruder.cjs')
    writeFileSync(
      intruder,
      `require('node:fs').writeFileSync(${JSON.stringify(path.join(traces, 'came-in'))}, '')`,
    )
    chmodSync(intruder, 0o644)
    const env = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require ${intruder}` }
    const asked = ['--inspect=127.0.0.1:0', '-p', '"ran as " + "Node"']

    // As a control: with Electron's default fuses, all of these ways work.
    const control = spawnSync(electron.program, asked, {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
    expect(control.stdout).toContain('ran as Node')
    expect(control.stderr).toContain('Debugger listening')
    expect(readdirSync(traces)).toContain('came-in')
    writeFileSync(path.join(traces, 'came-in'), 'control')

    const folder = path.join(packed.runnable, 'resources', 'app')
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ main: 'intruder.cjs' }))
    writeFileSync(path.join(folder, 'intruder.cjs'), 'process.stdout.write("from a folder\\n")')
    const program = startDesktop({
      command: packed.command,
      args: [...asked, '--data-dir', personalFolder('desktop')],
      env,
    })
    await until(
      () => (program.stdout().includes('"ready"') ? true : null),
      () => `${program.stdout()}\n${program.stderr()}`,
      60_000,
    )
    program.kill('SIGTERM')
    await program.ended
    expect(program.stdout()).not.toMatch(/ran as Node|from a folder/)
    expect(program.stderr()).not.toContain('Debugger listening')
    expect(statSync(path.join(traces, 'came-in')).size).toBe('control'.length)
  })
})

/** Presses keys in the program's window, like a person at the keyboard. */
const press = async (...keys: readonly string[]): Promise<void> => {
  await bringToFront('Glidepath')
  await runAsPerson('xdotool', ['key', '--delay', '50', ...keys])
}

describe('the packaged program', () => {
  const dataDir = personalFolder('desktop')
  let program: PackagedProgram | null = null
  afterEach(() => program?.kill('SIGKILL'))

  test('does the main job, opens no developer tools, and quits cleanly', async () => {
    program = await startPackaged({ command: packed.command, args: ['--data-dir', dataDir] })
    const { page, browser } = program
    expect(page.url()).toMatch(/^app:\/\/glidepath\//)
    await page.getByRole('button', { name: /Daniel Okafor/ }).click()
    await page.getByRole('button', { name: 'Run forecast' }).first().click()
    await page.getByText(/^Recommended adds \$[\d,]+ a month/).waitFor()
    await page.getByRole('link', { name: 'Enroll…' }).click()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByRole('heading', { name: 'Exactly what will be sent' }).waitFor()
    await page.getByRole('button', { name: 'Confirm and send' }).click()
    await page.getByRole('heading', { name: 'Enrollment accepted' }).waitFor()

    await page.evaluate(() => Reflect.set(globalThis, 'notReloaded', true))
    await press('F12', 'ctrl+shift+i', 'ctrl+r', 'ctrl+shift+r', 'F5', 'ctrl+2')
    await page.getByLabel('ParticipantId').waitFor()
    expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'notReloaded'))).toBe(true)
    const session = await browser.newBrowserCDPSession()
    const { targetInfos } = await session.send('Target.getTargets')
    expect(
      targetInfos.map(({ url }) => url).filter((url) => !url.startsWith('app://glidepath/')),
    ).toEqual([])

    await goTo(page, 'Saved results')
    await page.getByText('Stored encrypted on this computer').first().waitFor()
    await press('ctrl+q')
    expect(await program.ended).toBe(0)
    expect(program.complaints).toEqual([])
  })

  test('still has the saved data after a restart', async () => {
    program = await startPackaged({ command: packed.command, args: ['--data-dir', dataDir] })
    const { page } = program
    await goTo(page, 'Saved results')
    await eventually(() => page.getByRole('listitem').filter({ hasText: 'a month' }).count()).toBe(
      1,
    )
    await openSavedResult(page, 'Enrollment accepted')
    await page.getByRole('heading', { name: 'Enrollment accepted' }).waitFor()
    await press('ctrl+q')
    expect(await program.ended).toBe(0)
    expect(program.complaints).toEqual([])
    expect(existsSync(path.join(dataDir, 'glidepath.db'))).toBe(true)
    expect(everythingIn(dataDir)).not.toMatch(/Okafor|HARBOR401K/)
  })
})

test('try-package.mjs starts a package and says when the program is ready, or why it is not', async () => {
  const work = personalFolder('try')
  const starts = path.join(work, 'starts.sh')
  // The script creates the data folder as its own user, but in these tests the test user runs the
  // program.
  writeFileSync(
    starts,
    `#!/bin/sh\nchown ${person?.uid ?? process.getuid?.() ?? 0} "$2"\nexec '${packed.command}' "$@"\n`,
    { mode: 0o755 },
  )
  const env = { DISPLAY: inject('desktop').display, GLIDEPATH_TEST_LOG: '' }
  const good = await runBuildScript('try-package.mjs', [starts], env)
  expect(good, good.errors).toMatchObject({ code: 0 })
  expect(readySchema.parse(JSON.parse(good.output))).toMatchObject({
    event: 'ready',
    host: 'desktop',
  })
  const ends = path.join(work, 'ends.sh')
  writeFileSync(ends, '#!/bin/sh\necho a reason >&2\nexit 7\n', { mode: 0o755 })
  const bad = await runBuildScript('try-package.mjs', [ends], env)
  expect(bad.code).toBe(1)
  expect(bad.errors).toMatch(/did not get ready: it ended with 7\.\s+a reason/)
})
