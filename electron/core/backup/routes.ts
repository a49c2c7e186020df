import { ok, whenOk } from '#shared/result.ts'
import type { Routes } from '../platform/route.ts'
import type { Backups } from './backups.ts'
import type { Merging } from './merging.ts'
import { isSealedFile } from './results-file.ts'

export const backupRoutes = ({
  backups,
  merging,
}: {
  readonly backups: Backups
  readonly merging: Merging
}) =>
  ({
    'backup.get': backups.view,
    'backup.pickFolder': backups.pickFolder,
    'backup.setFolder': ({ folder }) => backups.setFolder(folder),
    'backup.make': backups.make,
    'backup.preview': merging.preview,
    'backup.restore': merging.restore,
    'results.export': ({ ids, passphrase }) => merging.exportFile(ids, passphrase),
    'results.preview': merging.previewFile,
    'results.import': merging.importFile,
    'results.isSealed': ({ head }) => whenOk(isSealedFile(head), (isSealed) => ok({ isSealed })),
  }) satisfies Partial<Routes>
