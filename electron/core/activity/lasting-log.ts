import type { ActivityEntry } from '#shared/activity/activity.ts'
import type { AppError } from '#shared/errors.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { CoreParts, Files, KeychainPort } from '../platform/ports.ts'
import { eachLine } from '../platform/file-parts.ts'
import { openActivityLog } from './activity-log.ts'
import { type ActivityKey, confirmActivityKey, openActivityKey } from './key.ts'
import { parseRecord } from './chain.ts'
import type { ActivityLog, ActivityNeeds } from './log.ts'

/** Stands in for a log that could not be opened: it notes nothing, and durable notes fail with `error`. */
const createClosedLog = (error: AppError): ActivityLog => {
  const closed = async () => fail(error)
  return {
    kept: { key: 'memory', why: error.message },
    pseudonymOf: () => '',
    record: () => undefined,
    lastCheck: () => null,
    recordDurably: closed,
    adopt: closed,
    statesOf: closed,
    verify: closed,
    settled: closed,
    retire: closed,
    close: async () => undefined,
  }
}

/** The log of a program that may start without the keychain and get it later. */
export interface LastingLog extends ActivityLog {
  /**
   * Moves to the chain with its key in the keychain, with everything noted so far. Does nothing if the log is already
   * there or the key is unavailable. Fails if the records noted meanwhile must stay in their own file.
   */
  moveToKeychain(): Promise<Result<void>>
}

interface LastingLogNeeds extends ActivityNeeds, Pick<CoreParts, 'secrets'> {
  readonly keychain: Pick<KeychainPort, 'state'>
}

const changedOutside: AppError = {
  code: 'internal',
  message:
    'Records since Glidepath was started were changed from outside. They stay in a file of their own.',
}

/** Moves the records of a closed log; `subjectOf` replaces each participant's pseudonym. */
const moveRecords = async (
  files: Files,
  from: ActivityLog,
  to: ActivityLog,
  subjectOf: (pseudonym: string) => string,
) => {
  const settled = await from.settled()
  if (!settled.ok) return settled
  const { segments } = settled.value
  const entries: ActivityEntry[] = []
  for (const segment of segments) {
    const read = await eachLine(files, segment, (line) => {
      const record = parseRecord(line.toString('utf8'))
      if (!record) return
      const { n: _n, ...entry } = record
      entries.push({ ...entry, subject: subjectOf(entry.subject) })
    })
    if (!read.ok) return read
  }
  const adopted = await to.adopt(entries)
  if (!adopted.ok) return adopted
  for (const { name } of segments) {
    const removed = await files.remove(name)
    if (!removed.ok) return removed
  }
  return ok(undefined)
}

/** The log under any available key. If the data folder cannot be read, the log notes nothing and says so. */
export const openLastingLog = async (needs: LastingLogNeeds): Promise<LastingLog> => {
  const { files, secrets } = needs
  const complain = (error: AppError) => needs.logger.error(`activity log: ${error.message}`)
  const findKey = () => openActivityKey({ files, secrets, keychain: needs.keychain.state() })

  const openUnder = async (key: Result<ActivityKey>) => {
    if (!key.ok) return key
    const opened = await openActivityLog(needs, key.value)
    const confirmed = opened.ok ? await confirmActivityKey(needs, key.value) : opened
    // The next start tries again.
    if (!confirmed.ok) complain(confirmed.error)
    return opened
  }
  const first = await openUnder(await findKey())
  if (!first.ok) complain(first.error)
  let current = first.ok ? first.value : createClosedLog(first.error)
  let moving: Promise<Result<void>> | null = null

  /** Participants behind the pseudonyms of the current chain; only in memory, and only while that chain is in use. */
  const participants = new Map<string, string>()
  const remember = (participantId = '') => {
    if (participantId !== '' && current.kept.key === 'memory')
      participants.set(current.pseudonymOf(participantId), participantId)
  }

  const move = async (): Promise<Result<void>> => {
    if (current.kept.key === 'keychain') return ok(undefined)
    const key = await findKey()
    if (key.ok && key.value.kept === 'memory') return ok(undefined)
    const opened = await openUnder(key)
    if (!opened.ok) return opened
    const passing = current
    const check = await passing.verify()
    // New notes go to the lasting chain from here; closing the old chain writes its notes to disk.
    current = opened.value
    await passing.close()
    if (!check.ok) return check
    if (check.value.state !== 'intact') return fail(changedOutside)
    const moved = await moveRecords(files, passing, current, (pseudonym) => {
      const participantId = participants.get(pseudonym)
      return participantId === undefined ? pseudonym : current.pseudonymOf(participantId)
    })
    participants.clear()
    return moved
  }

  return {
    get kept() {
      return current.kept
    },
    pseudonymOf: (participantId) => {
      remember(participantId)
      return current.pseudonymOf(participantId)
    },
    record: (activity) => {
      remember(activity.participantId)
      current.record(activity)
    },
    recordDurably: (activity) => {
      remember(activity.participantId)
      return current.recordDurably(activity)
    },
    adopt: (entries) => current.adopt(entries),
    statesOf: (submissionId) => current.statesOf(submissionId),
    verify: () => current.verify(),
    lastCheck: () => current.lastCheck(),
    settled: () => current.settled(),
    retire: (years) => current.retire(years),
    close: async () => {
      await moving
      await current.close()
    },
    moveToKeychain: () => {
      moving ??= move().finally(() => {
        moving = null
      })
      return moving
    },
  }
}
