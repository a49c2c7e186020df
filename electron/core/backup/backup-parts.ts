import { createKeptWorker, workerBeside } from '../../workers/kept-workers.ts'
import { createBackups, type BackupNeeds } from './backups.ts'
import { createMerging, type MergingNeeds } from './merging.ts'

/** Creates backups with their worker, and the code that restores, imports and exports. */
export const createBackupParts = (needs: Omit<BackupNeeds & MergingNeeds, 'worker' | 'folder'>) => {
  const worker = createKeptWorker(workerBeside(import.meta.url, 'backup-worker.js'))
  const folder = () => needs.settings.get().backupFolder
  const backups = createBackups({ ...needs, worker })
  const merging = createMerging({ ...needs, worker, folder })
  const daily = backups.keepDaily()
  return {
    backups,
    merging,
    /** Abandons a backup under way; the next one replaces its partial file. */
    close: async (): Promise<void> => {
      const stopped = daily.stop()
      await worker.stop()
      await stopped
    },
  }
}
