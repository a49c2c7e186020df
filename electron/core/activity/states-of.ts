import type { ActivityOutcome } from '#shared/activity/activity.ts'
import { ok, type Result } from '#shared/result.ts'
import { eachLine } from '../records/file-parts.ts'
import type { Files } from '../ports.ts'
import { genesis, type Chain } from './chain.ts'
import { checkLog, type Snapshot } from './check-log.ts'
import { parseRecord, readLine } from './lines.ts'

/** What the log says of one submission. */
export interface NotedStates {
  /** States in records with a right code. */
  readonly states: ReadonlySet<ActivityOutcome>
  /** Whether the whole log is intact: otherwise a state may be missing. */
  readonly isWhole: boolean
}

/** Looks a submission up by its id. Fails as {@link checkLog} does. */
export const statesOf = async (
  files: Files,
  chain: Chain,
  snapshot: Snapshot,
  submissionId: string,
  signal: AbortSignal,
): Promise<Result<NotedStates>> => {
  const checked = await checkLog(files, chain, snapshot, signal)
  if (!checked.ok) return checked
  const states = new Set<ActivityOutcome>()
  const wanted = Buffer.from(submissionId)
  let previous =
    typeof snapshot.head === 'object' && snapshot.head.anchor.n > 0
      ? snapshot.head.anchor.mac
      : genesis
  for (const segment of snapshot.segments) {
    const read = await eachLine(
      files,
      segment,
      (line) => {
        const { mac, body } = readLine(line)
        if (mac !== '' && body.includes(wanted) && chain(previous, body) === mac) {
          const record = parseRecord(line.toString('utf8'))
          if (record?.action === 'submission' && record.id === submissionId)
            states.add(record.outcome)
        }
        // A line that a crash cut has no code; the next record follows the one before it.
        if (mac !== '') previous = mac
      },
      { signal },
    )
    if (!read.ok) return read
  }
  return ok({ states, isWhole: checked.value.problems.length === 0 })
}
