import { beforeEach, expect, test, vi } from 'vitest'
import { pickSavePath } from '#electron/shell/boxes/pick-save-path.ts'
import { app, dialog, dialogs, resetElectron } from '#test/support/doubles/electron-double.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))
beforeEach(() => {
  resetElectron()
  app.paths.set('documents', '/home/advisor/Documents')
})

const question = {
  title: 'Save receipt',
  fileName: 'receipt-GP-1.pdf',
  kind: { name: 'PDF document', extension: 'pdf' },
  folder: null,
}

test('the dialog has a title, a suggested name in Documents and the kind of file, and asks before replacing a file', async () => {
  dialog.savedTo = '/elsewhere/mine.pdf'
  expect(await pickSavePath(null, question)).toBe('/elsewhere/mine.pdf')
  expect(dialogs).toEqual([
    {
      title: 'Save receipt',
      defaultPath: '/home/advisor/Documents/receipt-GP-1.pdf',
      filters: [{ name: 'PDF document', extensions: ['pdf'] }],
      properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
    },
  ])
})

test('the folder of the last file takes precedence over Documents', async () => {
  await pickSavePath(null, { ...question, folder: '/media/stick' })
  expect(dialogs).toMatchObject([{ defaultPath: '/media/stick/receipt-GP-1.pdf' }])
})

test('a canceled dialog returns no path', async () => {
  expect(await pickSavePath(null, question)).toBeNull()
})

test('a system without Documents uses the home folder', async () => {
  app.paths.set('home', '/home/advisor')
  const known = vi.spyOn(app, 'getPath').mockImplementation((name) => {
    if (name === 'documents') throw new Error('Failed to get documents path')
    return app.paths.get(name) ?? ''
  })
  await pickSavePath(null, question)
  known.mockRestore()
  expect(dialogs).toMatchObject([{ defaultPath: '/home/advisor/receipt-GP-1.pdf' }])
})
