import { chownSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { filesHolding } from '#test/support/desktop/files-holding.ts'
import { personalFile, pressKeys } from '#test/support/desktop/hands.ts'
import { launchDesktop, runAsPerson, type Desktop } from '#test/support/desktop/launch.ts'
import { person, personalFolder } from '#test/support/desktop/person.ts'
import { closeBoxBy } from '#test/support/desktop/windows.ts'
import { startKeyringSession, type KeyringSession } from '#test/support/servers/keyring-session.ts'

/** The system's own dialog for opening, in a home whose list of recent files has an entry of another program. */

const home = personalFolder('home')
const dataHome = path.join(home, '.local', 'share')
const list = path.join(dataHome, 'recently-used.xbel')
const others =
  '<?xml version="1.0" encoding="UTF-8"?>\n<xbel version="1.0"><bookmark href="file:///etc/hostname" added="2026-11-20T10:00:00Z" modified="2026-11-20T10:00:00Z" visited="2026-11-20T10:00:00Z"></bookmark></xbel>\n'
const font = fileURLToPath(
  new URL(
    '../../../node_modules/@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    import.meta.url,
  ),
)
const leftInMemory = () =>
  readdirSync('/dev/shm').filter((name) => name.startsWith('glidepath-recent-'))

let keyring: KeyringSession
let desktop: Desktop
let before: readonly string[]

beforeAll(async () => {
  mkdirSync(path.join(dataHome, 'fonts'), { recursive: true })
  copyFileSync(font, path.join(dataHome, 'fonts', 'own.ttf'))
  writeFileSync(list, others)
  if (person !== null)
    for (const each of [path.dirname(dataHome), dataHome, list])
      chownSync(each, person.uid, person.gid)
  keyring = await startKeyringSession(person)
  before = leftInMemory()
  desktop = await launchDesktop({
    args: ['--data-dir', path.join(home, 'data')],
    env: { HOME: home, XDG_DATA_HOME: undefined, XDG_RUNTIME_DIR: undefined },
  })
})
afterAll(async () => {
  await desktop.close()
  await keyring.stop()
})

test('a file chosen in the system’s dialog gets on no list of recent files, and the list of others stays', async () => {
  const { page } = desktop
  const xml = examplePeople.find(({ name }) => name === 'Maya Torres')?.xml ?? ''
  const file = personalFile(personalFolder('files'), '123-45-6789 Zephyrine.xml', xml)
  await page.getByText('Training – simulated').first().waitFor()
  await pressKeys('ctrl+o')
  // Typing begins with the root, which opens the dialog's field for a path; what is lost is typed again.
  await closeBoxBy('Open participant XML', async (id) => {
    await runAsPerson('xdotool', ['windowactivate', '--sync', id, 'sleep', '0.5', 'key', 'ctrl+a'])
    await runAsPerson('xdotool', ['type', '--delay', '20', file])
    await runAsPerson('xdotool', ['sleep', '0.5', 'key', 'Return', 'sleep', '0.5'])
  })
  await page.getByText('No participant open').waitFor({ state: 'hidden' })
  // GTK writes the list a quarter of a second after the dialog.
  await page.waitForTimeout(1_500)
  expect(filesHolding('Zephyrine', [home])).toEqual([])
  expect(filesHolding('file:///etc/hostname', [home])).toEqual([list])
})

test('a font of the user’s own can still be used', async () => {
  const load = () =>
    new FontFace('own', 'local("NotoSans-Regular")').load().then(({ status }) => status)
  expect(await desktop.page.evaluate(load)).toBe('loaded')
})

test('the list in memory goes with the program', async () => {
  await desktop.close()
  expect(leftInMemory()).toEqual(before)
})
