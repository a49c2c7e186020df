import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/worlds/program.ts'

/**
 * Tests signals, the ready line and sudden exits between `npm start` and the host that it starts.
 */

const starter = fileURLToPath(new URL('../../../electron/host/starter.ts', import.meta.url))
const lib = (name: string): string =>
  fileURLToPath(new URL(`../../../build/lib/${name}`, import.meta.url))
const folder = temporaryFolder('child-host')

/** A host that reports its events on standard error. */
const host = (name: string, source: string): string => {
  const file = path.join(folder, `${name}.mjs`)
  writeFileSync(file, source)
  return file
}
const ready = `process.stdout.write(JSON.stringify({ event: 'ready' }) + '\\n')`

const run = (file: string) => {
  const script = `import(${JSON.stringify(lib('child-host.mjs'))}).then(async ({ runHost }) => { process.exitCode = await runHost(process.execPath, [process.argv[1]]) })`
  const child = spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  const first = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  // `close` is emitted only after the host has ended, because the host writes to the same standard
  // error.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, first, ended, output: () => output, errors: () => errors }
}

describe.runIf(process.platform !== 'win32')('a host', () => {
  const noting = host(
    'noting',
    `let times = 0
process.on('SIGINT', () => {
  times += 1
  process.stderr.write('told ' + times + '\\n')
  setTimeout(() => process.exit(0), 300)
})
setInterval(() => undefined, 1000)
${ready}`,
  )

  test('receives an interrupt once, although both the terminal and npm send one', async () => {
    const { child, first, ended, errors } = run(noting)
    await first
    child.kill('SIGINT')
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(errors()).toBe('told 1\n')
  })

  test('notices if its starter is killed, and runs normally without a starter', async () => {
    const held = host(
      'held',
      `import { endWithStarter } from ${JSON.stringify(starter)}
endWithStarter(() => {
  process.stderr.write('alone\\n')
  process.exit(0)
})
setTimeout(() => process.exit(1), 60_000)
${ready}`,
    )
    const { child, first, ended, errors } = run(held)
    await first
    child.kill('SIGKILL')
    await ended
    expect(errors()).toBe('alone\n')

    const free = host(
      'free',
      `import { endWithStarter } from ${JSON.stringify(starter)}\nendWithStarter(() => process.exit(1))\n`,
    )
    const alone = spawn(process.execPath, [free], { stdio: 'ignore' })
    expect(await new Promise((resolve) => alone.once('exit', resolve))).toBe(0)
  })

  test('exits when it is done, although its starter still holds the channel open', async () => {
    const done = host(
      'done',
      `import { endWithStarter } from ${JSON.stringify(starter)}\nendWithStarter(() => undefined)\n${ready}`,
    )
    const { ended, output } = run(done)
    expect(await ended).toBe(0)
    expect(output()).toBe('{"event":"ready"}\n')
  })

  test('is reported if it crashes before it is ready', async () => {
    const crashing = host(
      'crashing',
      `process.kill(process.pid, 'SIGSEGV')\nsetInterval(() => undefined, 1000)`,
    )
    const { ended, errors } = run(crashing)
    expect(await ended).toBe(137)
    expect(errors()).toBe(
      'Glidepath ended before it could be used (SIGSEGV); what the system said is above.\n',
    )
  })
})

test.runIf(process.platform !== 'win32')(
  'a script exits within seconds after its parent was killed',
  async () => {
    const orphan = host(
      'orphan',
      `import { whenParentIsGone } from ${JSON.stringify(lib('parent.mjs'))}
whenParentIsGone(() => {
  process.stdout.write('gone\\n')
  process.exit(0)
})
setTimeout(() => process.exit(1), 60_000)
process.stdout.write('up\\n')`,
    )
    const script = `require('node:child_process').spawn(process.execPath, [process.argv[1]], { stdio: 'inherit' })`
    const child = spawn(process.execPath, ['-e', script, orphan], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    const ended = new Promise((resolve) => child.once('close', resolve))
    await new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('up\n')) resolve()
      })
    })
    child.kill('SIGKILL')
    await ended
    expect(output).toBe('up\ngone\n')
  },
)
