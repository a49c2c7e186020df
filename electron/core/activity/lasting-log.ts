import type { ActivityEntry } from '#shared/activity/activity.ts'
import type { AppError } from '#shared/errors.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { eachLine } from '../records/file-parts.ts'
import type { Files, KeychainPort, SecretStore } from '../ports.ts'
import { openActivityLog } from './activity-log.ts'
import { createClosedLog } from './closed-log.ts'
import { confirmActivityKey, openActivityKey, type ActivityKey } from './key.ts'
import { parseRecord } from './lines.ts'
import type { ActivityLog, ActivityNeeds } from './log.ts'

/** The log of a program that may begin without the keychain and find it later. */
export interface LastingLog extends ActivityLog {
  /**
   * Goes on in the chain whose key is in the keychain, everything noted so far with it. Changes nothing where it is there
   * already or its key cannot be had. Fails where the records taken meanwhile have to stay in their own file.
   */
  moveToKeychain(): Promise<Result<void>>
}

export interface LastingLogNeeds extends ActivityNeeds {
  readonly secrets: SecretStore
  readonly keychain: Pick<KeychainPort, 'state'>
}

const changedOutside: AppError = {
  code: 'internal',
  message:
    'Records since Glidepath was started were changed from outside. They stay in a file of their own.',
}

/** Moves what a closed log has noted, each participant under the pseudonym that `subjectOf` gives for the one in it. */
const moveRecords = async (
  files: Files,
  from: ActivityLog,
  to: ActivityLog,
  subjectOf: (pseudonym: string) => string,
): Promise<Result<void>> => {
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

/** The log under whatever key can be had; where the data folder cannot be read, one that notes nothing and says so. */
export const openLastingLog = async (needs: LastingLogNeeds): Promise<LastingLog> => {
  const { files, secrets } = needs
  const complain = (error: AppError) => needs.logger.error(`activity log: ${error.message}`)
  const findKey = () => openActivityKey({ files, secrets, keychain: needs.keychain.state() })

  const openUnder = async (key: Result<ActivityKey>): Promise<Result<ActivityLog>> => {
    if (!key.ok) return key
    const opened = await openActivityLog(needs, key.value)
    const confirmed = opened.ok ? await confirmActivityKey(needs, key.value) : opened
    // Tried again at the next start.
    if (!confirmed.ok) complain(confirmed.error)
    return opened
  }
  const first = await openUnder(await findKey())
  if (!first.ok) complain(first.error)
  let current = first.ok ? first.value : createClosedLog(first.error)
  let moving: Promise<Result<void>> | null = null

  /** Participants that the chain in use names by a pseudonym of its own; in memory only, and only while it is in use. */
  const participants = new Map<string, string>()
  const remember = (participantId = ''): void => {
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
    // Whatever is noted from here on goes to the lasting chain; what was noted before is on disk once it is closed.
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
