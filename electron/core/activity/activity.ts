import type {
  ActivityCheck,
  ActivityListRequest,
  ActivityPage,
  ActivityUse,
} from '#shared/activity/activity.ts'
import type { KeychainState } from '#shared/settings/settings.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Environments } from '../environments/environments.ts'
import type { Files, KeychainPort } from '../ports.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { ActivityLog } from './log.ts'
import { exportLog, type ExportFormat } from './export-log.ts'
import { readBack } from './read-back.ts'

/** The activity log as the page uses it. */
export interface ActivityService {
  list(request: ActivityListRequest): Promise<Result<ActivityPage>>
  verify(): Promise<Result<ActivityCheck>>
  /** The log, with the result of a check that runs first. */
  export(
    format: ExportFormat,
  ): Promise<
    Result<{ readonly fileName: string; readonly mediaType: string; readonly text: string }>
  >
  /** Notes that a saved record was viewed, printed or exported. The log keeps only its environment and pseudonym. */
  readonly recordUse: (use: ActivityUse, outcome?: ExportOutcome) => Promise<Result<void>>
  /** Notes the outcome of an export; `recordId` only for a saved record. */
  readonly noteExport: (recordId: string | undefined, outcome: ExportOutcome) => void
}

type ExportOutcome = 'done' | 'failed' | 'cancelled'

interface ActivityServiceNeeds {
  readonly files: Files
  readonly log: ActivityLog
  readonly keychain: Pick<KeychainPort, 'state'>
  readonly savedRecords: Pick<SavedRecords, 'open'>
  readonly environments: Pick<Environments, 'active'>
}

/** Where the log is kept. A keychain that became available but does not give the log's key changes nothing. */
const keptNow = ({ kept }: ActivityLog, keychain: KeychainState): ActivityLog['kept'] =>
  kept.key === 'memory' && keychain.kind === 'system'
    ? {
        key: 'memory',
        why: 'the keychain could not be used when the program started, and it does not hold the key of the log now.',
      }
    : kept

export const createActivityService = (needs: ActivityServiceNeeds): ActivityService => {
  const { files, log, savedRecords, environments } = needs

  const recordUse: ActivityService['recordUse'] = async (
    { action, recordId },
    outcome = 'done',
  ) => {
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
    noteExport: (recordId, outcome) => void recordUse({ action: 'export', recordId }, outcome),

    list: async (request) => {
      const now = await log.settled()
      if (!now.ok) return now
      const page = await readBack(files, now.value.segments, request)
      if (!page.ok) return page
      return ok({
        ...page.value,
        total: now.value.count,
        kept: keptNow(log, needs.keychain.state()),
        check: log.lastCheck(),
      })
    },

    verify: () => log.verify(),

    export: async (format) => {
      const check = await log.verify()
      if (!check.ok) return check
      log.record({ action: 'export', outcome: 'prepared' })
      const now = await log.settled()
      return now.ok ? exportLog(files, now.value.segments, check.value, format) : now
    },
  }
}
