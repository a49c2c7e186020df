import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ground } from '#electron/shell/theme.ts'
import { nativeTheme } from '#test/support/doubles/electron-double.ts'
import { startDesktop, type Desktop } from './desktop-harness.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

let desktop: Desktop
beforeEach(async () => {
  desktop = await startDesktop()
})
afterEach(() => desktop.end())

test('the background behind the page has the page’s color', () => {
  const palette = readFileSync(
    fileURLToPath(new URL('../../../renderer/styles/palette.css', import.meta.url)),
    'utf8',
  )
  expect([...palette.matchAll(/--gp-page: (#\w+);/g)].map(([, colour]) => colour)).toEqual([
    ground.light,
    ground.dark,
  ])
})

test('when the system switches to dark while the program runs, the window’s background does too', () => {
  expect(desktop.window.options.backgroundColor).toBe(ground.light)
  nativeTheme.systemDark = true
  nativeTheme.emit('updated')
  expect(desktop.window.background).toBe(ground.dark)
})

test('the program’s own color setting takes precedence over the system’s, and an invalid setting is ignored', () => {
  for (const [stored, source] of [
    ['dark', 'dark'],
    ['light', 'light'],
    ['system', 'system'],
    [7, 'system'],
  ] as const) {
    desktop.settings.set('theme', stored)
    desktop.core.emit('settings.changed', {})
    expect(nativeTheme.themeSource).toBe(source)
  }
})

test('a closed window is not painted', () => {
  desktop.window.destroy()
  expect(nativeTheme.listenerCount('updated')).toBe(0)
})
