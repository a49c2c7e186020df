import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BackupFile, MergePreview } from '#shared/backup/backup.ts'
import { fail, ok } from '#shared/result.ts'
import { renderApp } from '#test/support/screens/render-app.ts'
import { aBackupView, createScriptedWorld } from '#test/support/samples/scripted-world.ts'

const backup = (over: Partial<BackupFile> = {}): BackupFile => ({
  name: 'glidepath-backup-2026-11-28-061328-1a2b3c4d.db',
  madeAt: '2026-11-28T06:13:28.000Z',
  bytes: 1_200_000,
  isOwn: true,
  ...over,
})

const none = { fresh: 0, further: 0, same: 0, differ: 0, unreadable: 0 }
const aPreview = (over: Partial<MergePreview> = {}): MergePreview => ({
  madeAt: '2026-11-28T06:13:28.000Z',
  parts: [
    { what: 'receipts', ...none, fresh: 2, same: 5 },
    { what: 'submissions', ...none, further: 1 },
    { what: 'lists', ...none },
  ],
  unreadable: [],
  activity: { records: 12, isContinued: false },
  isDamaged: false,
  asksForReasons: true,
  ...over,
})

const panel = () => page.getByRole('region', { name: 'Backup', exact: true })

test('a failed backup is reported beside the last good one', async () => {
  await renderApp(
    createScriptedWorld({
      'backup.get': () =>
        ok(
          aBackupView({
            folder: '/media/backups',
            backups: [backup()],
            failure: {
              at: '2026-11-29T06:13:28.000Z',
              message: 'The disk with the folder “backups” is full.',
            },
          }),
        ),
    }),
    '/settings',
  )
  await expect
    .element(panel().getByText('The disk with the folder “backups” is full.', { exact: false }))
    .toBeVisible()
  await expect.element(panel().getByText('1.2 MB', { exact: false })).toBeVisible()
})

test('before anything changes, a restore shows what it will bring and says that sending will need reasons', async () => {
  const bridge = createScriptedWorld({
    'backup.get': () => ok(aBackupView({ folder: '/media/backups', backups: [backup()] })),
    'backup.preview': () => ok(aPreview()),
    'backup.restore': () => ok(aPreview()),
  })
  await renderApp(bridge, '/settings')
  await panel().getByRole('button', { name: 'Restore…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore from a backup' })
  await expect.element(dialog.getByRole('row', { name: 'Receipts 2 5 0 0' })).toBeVisible()
  await expect.element(dialog.getByRole('row', { name: 'Submissions 1 0 0 0' })).toBeVisible()
  expect(dialog.getByRole('row', { name: /Lists/ }).elements()).toEqual([])
  await expect
    .element(
      dialog.getByText('For 30 days, everything that you send asks for a reason.', {
        exact: false,
      }),
    )
    .toBeVisible()
  expect(bridge.asked('backup.restore')).toEqual([])
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.element(dialog.getByText('Restored 2 receipts and 1 submission.')).toBeVisible()
})

test('a backup made with another key asks for the recovery code', async () => {
  const bridge = createScriptedWorld({
    'backup.get': () => ok(aBackupView({ folder: '/media/backups', backups: [backup()] })),
    'backup.preview': ({ code }) =>
      code === 'ABCD'
        ? ok(aPreview())
        : fail({ code: 'records.keyUnreachable', message: 'This backup is locked.' }),
  })
  await renderApp(bridge, '/settings')
  await panel().getByRole('button', { name: 'Restore…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore from a backup' })
  await dialog.getByLabelText('Recovery code').fill('ABCD')
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect.element(dialog.getByRole('row', { name: 'Receipts 2 5 0 0' })).toBeVisible()
})

test('a damaged database leads to an offer to restore the newest backup', async () => {
  await renderApp(
    createScriptedWorld({
      'backup.get': () =>
        ok(
          aBackupView({
            folder: '/media/backups',
            backups: [backup({ isOwn: false })],
            damage: 'The database is damaged.',
          }),
        ),
      'backup.preview': () => ok(aPreview()),
    }),
    '/settings',
  )
  await panel()
    .getByRole('button', { name: /Restore the backup of/ })
    .click()
  await expect.element(page.getByRole('dialog', { name: 'Restore from a backup' })).toBeVisible()
})

test('an export without a passphrase says who can read the file, and a passphrase must be typed twice', async () => {
  const bridge = createScriptedWorld({
    'results.export': () =>
      ok({ fileName: 'glidepath-results-2026-11-28.glidepath', bytes: new Uint8Array([1]) }),
  })
  await renderApp(bridge, '/settings')
  await page.getByRole('button', { name: 'Export all…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export all saved results' })
  await dialog.getByLabelText('Passphrase', { exact: true }).fill('correct horse')
  await dialog.getByLabelText('Passphrase again').fill('correct hearse')
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect.element(dialog.getByText('The two passphrases differ.')).toBeVisible()
  expect(bridge.asked('results.export')).toEqual([])
  await dialog.getByText('Without a passphrase').click()
  await expect
    .element(dialog.getByText('Anyone who gets the file can read the names, ids and plans in it.'))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => bridge.asked('results.export')).toEqual([{ ids: null, passphrase: '' }])
})
