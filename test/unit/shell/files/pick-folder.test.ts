import type { BrowserWindow } from 'electron'
import { beforeEach, expect, test, vi } from 'vitest'
import { pickFolder } from '#electron/shell/boxes/pick-path.ts'
import { dialog, dialogs, resetElectron } from '#test/support/doubles/electron-double.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))
beforeEach(resetElectron)

test('the dialog has the requested title, and returns the folder that the user chose or created', async () => {
  dialog.chosen = '/somewhere/parts'
  expect(await pickFolder(null, 'Folder for the new files')).toBe('/somewhere/parts')
  expect(dialogs.at(-1)).toEqual({
    title: 'Folder for the new files',
    buttonLabel: 'Choose',
    properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'],
  })
})

test('canceling chooses no folder', async () => {
  expect(await pickFolder(null, 'Folder')).toBeNull()
})

test.each([
  [false, 2],
  [true, 1],
])(
  'the dialog is attached to the window as long as there is one (window closed: %j)',
  async (closed, handedOver) => {
    const open = vi.spyOn(dialog, 'showOpenDialog')
    await pickFolder({ isDestroyed: () => closed } as unknown as BrowserWindow, 'Folder')
    expect(open.mock.lastCall).toHaveLength(handedOver)
    open.mockRestore()
  },
)
