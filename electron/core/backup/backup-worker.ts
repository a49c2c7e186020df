import { serveJobs } from '../../workers/serve-jobs.ts'
import { backupJobSchema } from './backup-job.ts'
import { copyBackup, writeBackup } from './write-backup.ts'

/** Writes and copies backups, on its own connections. */
serveJobs(backupJobSchema, (job) => (job.do === 'write' ? writeBackup(job) : copyBackup(job)))
