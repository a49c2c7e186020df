import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { readySchema, until } from '#test/support/desktop/launch.ts'
import { personalFolder } from '#test/support/desktop/person.ts'
import { homeWithoutBus } from '#test/support/desktop/windows.ts'

/**
 * Tests that the window under `npm start` closes cleanly with its starter. The tests of a fresh
 * clone cover the rest.
 */

const childHost = fileURLToPath(new URL('../../../build/lib/child-host.mjs', import.meta.url))
const script =
  'import(process.argv[1]).then(async ({ runHost }) => { process.exitCode = await runHost(process.argv[2], process.argv.slice(3)) })'

const begin = async () => {
  const { stage, display } = inject('desktop')
  const child = spawn(
    process.execPath,
    ['-e', script, childHost, stage.command, '--data-dir', personalFolder('started')],
    {
      env: {
        PATH: process.env['PATH'],
        LANG: 'en_US.UTF-8',
        DISPLAY: display,
        ...homeWithoutBus(),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  // `close` is emitted only after every process that could write has ended, including Electron and
  // its helpers.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const line = await until(
    () => output.split('\n', 2).at(-2),
    () => `no ready line:\n${errors}`,
    60_000,
  )
  readySchema.parse(JSON.parse(line))
  return { child, ended, output: () => output }
}

test('Ctrl+C, which reaches both starter and program, ends the program once and cleanly', async () => {
  const { child, ended, output } = await begin()
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(output().trimEnd().split('\n')).toHaveLength(1)
})

test('killing the starter leaves no window behind', async () => {
  const { child, ended } = await begin()
  child.kill('SIGKILL')
  expect(await ended).toBeNull()
})
