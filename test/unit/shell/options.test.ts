import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { defaultDataDir } from '#electron/host/data-dir.ts'
import { describeFault } from '#shared/text/describe-fault.ts'
import { help } from '../../../build/lib/start-options.mjs'
import table from '#shared/host-options.json' with { type: 'json' }
import { parseHostOptions } from '#electron/host/options.ts'

const usual = {
  host: null,
  port: 0,
  open: true,
  dataDir: null,
  provision: null,
  trainingPort: 0,
  forgetPassphrase: false,
}

describe('parseHostOptions', () => {
  test('uses the defaults without options', () => {
    expect(parseHostOptions([])).toEqual({ ok: true, value: usual })
  })

  test('reads every option, with an equals sign or without', () => {
    const value = {
      host: 'browser',
      port: 8123,
      open: false,
      dataDir: '/tmp/d d',
      provision: 'p.json',
      trainingPort: 65535,
      forgetPassphrase: true,
    }
    const spaced = [
      '--host',
      'browser',
      '--port',
      '8123',
      '--no-open',
      '--data-dir',
      '/tmp/d d',
      '--provision',
      'p.json',
      '--training-port',
      '65535',
      '--forget-passphrase',
    ]
    expect(parseHostOptions(spaced)).toEqual({ ok: true, value })
    const joined = [
      '--host=browser',
      '--port=8123',
      '--no-open',
      '--data-dir=/tmp/d d',
      '--provision=p.json',
      '--training-port=65535',
      '--forget-passphrase',
    ]
    expect(parseHostOptions(joined)).toEqual({ ok: true, value })
  })

  test.each([
    [['--port', '65536'], 'port'],
    [['--port=-1'], 'port'],
    [['--port=1e3'], 'port'],
    [['--port='], 'port'],
    [['--port'], 'port'],
    [['--port=6000'], 'port'],
    [['--port=25'], 'port'],
    [['--port=10080'], 'port'],
    [['--training-port=x'], 'training-port'],
    [['--host=phone'], 'host'],
    [['--data-dir'], 'data-dir'],
    [['--no-open=1'], '--no-open=1'],
    [['--colour'], '--colour'],
    [['file.xml'], 'file.xml'],
  ])('refuses %j', (argv, field) => {
    expect(parseHostOptions(argv)).toMatchObject({
      ok: false,
      error: { code: 'input.invalid', field },
    })
  })

  test.each([
    [['--data-dir'], 'The option --data-dir needs a value.'],
    [['--port=6667'], 'Browsers do not open port 6667. Choose another, or 0 for any free port.'],
    [['--training-port=many'], 'The option --training-port is a number from 0 to 65535.'],
  ])('refuses %j with a sentence', (argv, message) => {
    expect(parseHostOptions(argv)).toMatchObject({ ok: false, error: { message } })
  })

  test("skips Electron's own options in tolerant mode", () => {
    const argv = [
      'dist/electron/main.js',
      '--inspect=0',
      '--remote-debugging-port=0',
      '--data-dir',
      '/d',
    ]
    expect(parseHostOptions(argv, { tolerant: true })).toEqual({
      ok: true,
      value: { ...usual, dataDir: '/d' },
    })
    expect(parseHostOptions(['--port=x'], { tolerant: true })).toMatchObject({ ok: false })
  })

  test.each([
    ['--data-dri', '--data-dir'],
    ['--datadir=/d', '--data-dir'],
    ['-data-dir', '--data-dir'],
    ['--Provision', '--provision'],
    ['--provison=x', '--provision'],
    ['--forget-pasphrase', '--forget-passphrase'],
    ['--trainingport', '--training-port'],
  ])(
    'refuses %s, a misspelling of %s, even in tolerant mode, so that no other folder is used by mistake',
    (word, option) => {
      const refused = parseHostOptions([word], { tolerant: true })
      expect(refused).toMatchObject({
        ok: false,
        error: {
          field: word,
          message: `The option ${word} is not known; the nearest is ${option}.`,
        },
      })
    },
  )

  test.each([
    '--no-sandbox',
    '--lang=de',
    '--disable-gpu',
    '--user-data-dir=/x',
    '--ozone-platform=x11',
    '--host-rules=x',
    '--trace-startup',
    'file.xml',
    '-psn_0_12345',
    '.',
  ])('leaves %s to Electron in tolerant mode', (word) =>
    expect(parseHostOptions([word], { tolerant: true })).toEqual({ ok: true, value: usual }),
  )
})

test.each([
  ['linux', {}, '/home/a', '/home/a/.local/share/Glidepath'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/home/a', '/data/Glidepath'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/a', '/home/a/.local/share/Glidepath'],
  [
    'darwin',
    { XDG_DATA_HOME: '/data' },
    '/homes/a',
    '/homes/a/Library/Application Support/Glidepath',
  ],
  ['win32', { APPDATA: 'D:\\Roaming' }, 'C:\\Users\\a', 'D:\\Roaming\\Glidepath'],
  ['win32', {}, 'C:\\Users\\a', 'C:\\Users\\a\\AppData\\Roaming\\Glidepath'],
] as const)(
  "on %s with %j the data folder is in the system's usual place",
  (platform, env, home, expected) => {
    expect(defaultDataDir({ platform, env, home })).toBe(expected)
  },
)

test('an internal error is described without its message, which may quote participant data', () => {
  const described = describeFault(new TypeError('Ada Lovelace\n123-45-6789'))
  expect(described).toMatch(/^TypeError\n\s+at .*options\.test\.ts/)
  expect(described).not.toMatch(/Ada|123/)
  expect(describeFault('Ada')).toBe('a string was thrown')
  expect(describeFault(null)).toBe('a null was thrown')
})

test('the printed help and docs/running.md have the same table', () => {
  const running = readFileSync('docs/running.md', 'utf8').replaceAll('\\|', '|')
  for (const { name, value, words } of table) {
    const option = value === null ? `--${name}` : `--${name} ${value}`
    expect(help.replaceAll(/ +/g, ' ')).toContain(`${option} ${words}`)
    expect(running.replaceAll(/ +/g, ' ')).toContain(`| \`${option}\` | ${words} |`)
  }
})
