import { dayOf } from '#shared/moments.ts'
import type { Database } from '../database/database.ts'

const pattern = /^glidepath-backup-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)(\d\d)-([0-9a-f]{8})\.db$/

/** The beginning of the activity log's random id, so that several computers may share a folder of backups. */
export const ownerOf = (database: Pick<Database, 'all'>): string => {
  const found = database.all('SELECT id FROM activity_chain LIMIT 1')
  const id = found.ok ? found.value[0]?.['id'] : null
  return typeof id === 'string' ? id.slice(0, 8) : '00000000'
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The name of a backup, with the local day and time of `at`, milliseconds since 1970. Names of one owner sort by time. */
export const backupName = (at: number, owner: string): string => {
  const moment = new Date(at)
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(twoDigits).join('')
  return `glidepath-backup-${dayOf(moment)}-${time}-${owner}.db`
}

/**
 * Name of a backup while it is being written. If the program is killed, the file stays until the owner's next backup
 * replaces it.
 */
export const partialName = (owner: string): string => `glidepath-backup-${owner}.partial`

/** Reads the name of a backup; null for any other file. */
export const readBackupName = (
  name: string,
): { readonly madeAt: Date; readonly owner: string } | null => {
  const [, owner = ''] = /-([0-9a-f]{8})\.db$/.exec(name) ?? []
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = (
    pattern.exec(name) ?? []
  )
    .slice(1, 7)
    .map(Number)
  if (year === 0) return null
  const madeAt = new Date(year, month - 1, day, hours, minutes, seconds)
  return Number.isNaN(madeAt.getTime()) ? null : { madeAt, owner }
}
