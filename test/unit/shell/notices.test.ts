import { expect, test, vi } from 'vitest'
import { dialogs } from '#test/support/doubles/electron-double.ts'
import { startDesktop } from './desktop-harness.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))

test('files that could not be used are reported once the window is open', async () => {
  const told = await startDesktop(
    [],
    ['The settings file was damaged.', 'The list cannot be read.'],
  )
  expect(dialogs).toEqual([])
  told.window.emit('ready-to-show')
  expect(dialogs).toMatchObject([
    {
      type: 'warning',
      detail: 'The settings file was damaged.\n\nThe list cannot be read.',
      buttons: ['OK'],
    },
  ])
  await told.end()
})

test('a quoted file cannot add lines or push a button off the display', async () => {
  const told = await startDesktop(
    [],
    [
      `It has a field "password\n\nCall 555 0199.\n${'W'.repeat(50_000)}".`,
      'The settings file was damaged.',
    ],
  )
  told.window.emit('ready-to-show')
  const detail = String(Reflect.get(Object(dialogs[0]), 'detail'))
  expect(detail.split('\n')).toEqual([
    expect.stringMatching(/^It has a field "password Call 555 0199\. W+…$/),
    '',
    'The settings file was damaged.',
  ])
  expect(detail.length).toBeLessThan(500)
  await told.end()
})
