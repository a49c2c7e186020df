import type {
  ActivityCheck,
  ActivityExport,
  ActivityListRequest,
  ActivityPage,
  ActivityRecord,
  ActivityUse,
} from '#shared/activity/activity.ts'
import type { KeychainState } from '#shared/environments/settings.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import { csvCell } from '#shared/text/csv-cell.ts'
import type { Environments } from '../environments/environments.ts'
import type { KeychainPort } from '../platform/ports.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { ActivityLog } from './log.ts'

type ExportFormat = 'csv' | 'json'

const columns = [
  'n',
  'at',
  'user',
  'machine',
  'action',
  'environment',
  'subject',
  'id',
  'outcome',
  'change',
  'mac',
] as const

/**
 * A record with everything that its code covers, so that anyone with the key can check an export like the log itself.
 */
type Exported = ActivityRecord & { readonly mac: string }

const csvOf = (records: readonly Exported[], check: ActivityCheck) => {
  const about = [
    `# Check at ${check.at}: ${check.state}; ${check.records} records; last code ${check.head}`,
    ...check.problems.map(({ message }) => `# ${message}`),
  ]
  const rows = [
    ...about.map(csvCell),
    columns.join(','),
    ...records.map((record) => columns.map((name) => csvCell(record[name])).join(',')),
  ]
  return `${rows.join('\r\n')}\r\n`
}

/** The whole log as one text, with its last code, its count, and the result of the check. */
export const exportLog = (
  log: Pick<ActivityLog, 'each'>,
  check: ActivityCheck,
  format: ExportFormat,
): Result<ActivityExport> => {
  const records: Exported[] = []
  const read = log.each(({ record, mac }) => void (record && records.push({ ...record, mac })))
  if (!read.ok) return read
  return ok({
    fileName: `glidepath-activity-${check.at.slice(0, 10)}.${format}`,
    text:
      format === 'csv' ? csvOf(records, check) : `${JSON.stringify({ check, records }, null, 1)}\n`,
  })
}

type ExportOutcome = 'done' | 'failed' | 'cancelled'

interface ActivityServiceNeeds {
  readonly log: ActivityLog
  readonly keychain: Pick<KeychainPort, 'state'>
  readonly savedRecords: Pick<SavedRecords, 'open'>
  readonly environments: Pick<Environments, 'active'>
}

/** Where the log is kept. A keychain that became available but does not give the log's key changes nothing. */
const keptNow = (kept: ActivityPage['kept'], keychain: KeychainState): ActivityPage['kept'] =>
  kept.key === 'memory' && keychain.kind === 'system'
    ? {
        key: 'memory',
        why: 'the keychain could not be used when the program started, and it does not hold the key of the log now.',
      }
    : kept

/** The activity log as the page uses it. */
export const createActivityService = (needs: ActivityServiceNeeds) => {
  const { log, savedRecords, environments } = needs

  /** Notes that a saved record was viewed, printed or exported. The log keeps only its environment and pseudonym. */
  const recordUse = async ({ action, recordId }: ActivityUse, outcome: ExportOutcome = 'done') => {
    const record = recordId === undefined ? null : await savedRecords.open(recordId)
    if (record !== null && !record.ok) return record
    log.record({
      action,
      outcome,
      environmentId: record?.value.environment.id ?? environments.active().id,
      participantId: record?.value.subject.participantId ?? '',
      ...(record === null ? {} : { id: record.value.id }),
    })
    return ok(undefined)
  }

  return {
    recordUse,
    /** Notes the outcome of an export; `recordId` only for a saved record. */
    noteExport: (recordId: string | undefined, outcome: ExportOutcome): void =>
      void recordUse({ action: 'export', recordId }, outcome),

    list: (request: ActivityListRequest): Result<ActivityPage> =>
      whenOk(log.page(request), (page) =>
        ok({
          ...page,
          total: log.count(),
          kept: keptNow(log.kept(), needs.keychain.state()),
          check: log.lastCheck(),
        }),
      ),

    verify: () => log.verify(),

    /** The log, with the result of a check that runs first. */
    export: async (format: ExportFormat) => {
      const check = await log.verify()
      if (!check.ok) return check
      log.record({ action: 'export', outcome: 'prepared' })
      return exportLog(log, check.value, format)
    },
  }
}

export type ActivityService = ReturnType<typeof createActivityService>
