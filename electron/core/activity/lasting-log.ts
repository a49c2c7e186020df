import type { ActivityEntry } from '#shared/activity/activity.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { eachLine } from '../records/file-parts.ts'
import type { KeychainPort, SecretStore } from '../ports.ts'
import { openActivityLog } from './activity-log.ts'
import { createClosedLog } from './closed-log.ts'
import { confirmActivityKey, openActivityKey, type ActivityKey } from './key.ts'
import { parseRecord } from './lines.ts'
import type { ActivityLog, ActivityNeeds } from './log.ts'

/** The log of a program that may begin without the keychain and find it later. */
export interface LastingLog extends ActivityLog {
  /**
   * Goes on in the chain whose key is in the keychain, everything noted so far with it. Changes nothing where it is there
   * already or its key cannot be had. Fails where records taken meanwhile have to stay in their own file.
   */
  moveToKeychain(): Promise<Result<void>>
}

export interface LastingLogNeeds extends ActivityNeeds {
  readonly secrets: SecretStore
  readonly keychain: Pick<KeychainPort, 'state'>
}

/** The log under whatever key can be had; where the data folder cannot be read, one that notes nothing and says so. */
export const openLastingLog = async (needs: LastingLogNeeds): Promise<LastingLog> => {
  const { files, logger } = needs
  const findKey = () =>
    openActivityKey({ files, secrets: needs.secrets, keychain: needs.keychain.state() })

  const openUnder = async (key: ActivityKey): Promise<Result<ActivityLog>> => {
    const opened = await openActivityLog(needs, key)
    const confirmed = opened.ok ? await confirmActivityKey(needs, key) : opened
    // Tried again at the next start.
    if (!confirmed.ok) logger.error(`activity log: ${confirmed.error.message}`)
    return opened
  }

  const open = async (): Promise<ActivityLog> => {
    const key = await findKey()
    const opened = key.ok ? await openUnder(key.value) : key
    if (opened.ok) return opened.value
    logger.error(`activity log: ${opened.error.message}`)
    return createClosedLog(opened.error)
  }
  let current = await open()
  let moving: Promise<Result<void>> | null = null

  /** Participants that the chain in use names by a pseudonym of its own; in memory only, and only while it is in use. */
  const participants = new Map<string, string>()
  const remember = (participantId: string): void => {
    if (participantId !== '' && current.kept.key === 'memory')
      participants.set(current.pseudonymOf(participantId), participantId)
  }

  const entriesOf = async (
    log: ActivityLog,
  ): Promise<Result<{ readonly entries: ActivityEntry[]; readonly names: string[] }>> => {
    const settled = await log.settled()
    if (!settled.ok) return settled
    const entries: ActivityEntry[] = []
    for (const segment of settled.value.segments) {
      const read = await eachLine(files, segment, (line) => {
        const record = parseRecord(line.toString('utf8'))
        if (!record) return
        const { n: _n, ...entry } = record
        const participantId = participants.get(entry.subject)
        entries.push(
          participantId === undefined
            ? entry
            : { ...entry, subject: current.pseudonymOf(participantId) },
        )
      })
      if (!read.ok) return read
    }
    return ok({ entries, names: settled.value.segments.map(({ name }) => name) })
  }

  const move = async (): Promise<Result<void>> => {
    if (current.kept.key === 'keychain') return ok(undefined)
    const key = await findKey()
    if (!key.ok) return key
    if (key.value.kept === 'memory') return ok(undefined)
    const opened = await openUnder(key.value)
    if (!opened.ok) return opened
    const passing = current
    const check = await passing.verify()
    // Whatever is noted from here on goes to the lasting chain; what was noted before is on disk once it is closed.
    current = opened.value
    await passing.close()
    if (!check.ok) return check
    if (check.value.state !== 'intact') {
      return fail({
        code: 'internal',
        message:
          'Records since Glidepath was started were changed from outside. They stay in a file of their own.',
      })
    }
    const noted = await entriesOf(passing)
    if (!noted.ok) return noted
    const adopted = await current.adopt(noted.value.entries)
    if (!adopted.ok) return adopted
    participants.clear()
    for (const name of noted.value.names) {
      const removed = await files.remove(name)
      if (!removed.ok) return removed
    }
    return ok(undefined)
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
      remember(activity.participantId ?? '')
      current.record(activity)
    },
    recordDurably: (activity) => {
      remember(activity.participantId ?? '')
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
