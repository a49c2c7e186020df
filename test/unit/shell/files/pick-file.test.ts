import { beforeEach, expect, test, vi } from 'vitest'
import { pickParticipantFile } from '#electron/shell/boxes/pick-path.ts'
import { dialog, dialogs, resetElectron } from '#test/support/doubles/electron-double.ts'

vi.mock('electron', () => import('#test/support/doubles/electron-double.ts'))
beforeEach(resetElectron)

test('only main learns the path that the user chose', async () => {
  dialog.chosen = '/somewhere/participant.xml'
  expect(await pickParticipantFile(null)).toBe('/somewhere/participant.xml')
  expect(dialogs.at(-1)).toMatchObject({ properties: ['openFile', 'dontAddToRecent'] })
})

test('canceling chooses no file', async () => {
  expect(await pickParticipantFile(null)).toBeNull()
})
