import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { foundInMemory } from '#test/support/memory-of.ts'
import { startKeyringSession } from '#test/support/servers/keyring-session.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import { goTo } from '#test/support/screens/screen-steps.ts'
import { passphrase, plantAll, planted } from '#test/support/worlds/planted.ts'
import {
  launchBrowser,
  openPage,
  startProgram,
  temporaryFolder,
} from '#test/support/worlds/program.ts'
import { socketBridge } from '#test/support/worlds/socket-bridge.ts'

const look = { colorScheme: 'light', viewport: { width: 1280, height: 800 } } as const
const texts = Object.values(planted)
const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended.toReversed()) await end()
})

const readyLines = (output: string) => output.split('"event":"ready"').length - 1

/** Only Linux shows a process's memory as a file. */
test.runIf(process.platform === 'linux')(
  'after a lock that encrypts the host has nothing of a day in its memory, and unlocking brings typed text back',
  async () => {
    const keyring = await startKeyringSession()
    ended.push(() => keyring.stop())
    const uat = await startUatServer()
    ended.push(() => uat.stop())
    const folder = temporaryFolder('emptied')
    const provision = path.join(folder, 'environments.json')
    const environment = { kind: 'uat', clientId: 'ACME', credentialStyle: 'form' }
    writeFileSync(
      provision,
      JSON.stringify([{ name: 'Acme UAT', baseUrl: uat.url, ...environment }]),
    )
    const program = await startProgram([
      ...['--data-dir', path.join(folder, 'data'), '--provision', provision],
    ])
    const stop = () => program.stop()
    ended.push(stop)
    const browser: Browser = await launchBrowser()
    ended.push(() => browser.close())
    const { page, complaints } = await openPage(browser, look)
    await page.goto(program.ready.url)
    await page.getByRole('heading', { name: 'Open a participant' }).waitFor()
    const proof = await page.evaluate(() => sessionStorage.getItem('glidepath.proof'))
    const bridge = await socketBridge(new URL(program.ready.url).port, proof ?? '')
    const environments = await bridge.must('environments.list', {})
    await plantAll(bridge, environments.find(({ name }) => name === 'Acme UAT')?.id ?? '')

    await goTo(page, 'Opt-out desk')
    await page.getByLabel('First name').fill(planted.draft)
    const before = foundInMemory(program.pid, texts)
    for (const text of texts.filter((each) => each !== planted.draft))
      expect(before.some((found) => found.startsWith(text))).toBe(true)

    const lockedAt = performance.now()
    await bridge.must('lock.lock', {})
    bridge.close()
    await expect.poll(() => readyLines(program.output()), { timeout: 50_000 }).toBe(2)
    const took = performance.now() - lockedAt
    expect(foundInMemory(program.pid, texts)).toEqual([])
    expect(took).toBeLessThan(60_000)

    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await page.getByText('What you typed is back').first().waitFor()
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe(planted.draft)
    expect(complaints.filter((line) => !line.includes('WebSocket'))).toEqual([])
    expect(await stop()).toBe(0)
    ended.splice(ended.indexOf(stop), 1)
    process.stderr.write(`the host was locked anew after ${Math.round(took)} ms\n`)
  },
)
