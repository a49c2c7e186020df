import { misfitsOf } from '#shared/participant/trace.ts'
import { peopleKeys, severalTogether } from '#shared/participant/subject.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import { ok, type Result } from '#shared/result.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { ActivityLog } from '../../activity/log.ts'
import type { Environments } from '../../environments/environments.ts'
import type { SettingsStore } from '../../environments/settings/settings-store.ts'
import type { FileToSend } from '../../participant/whom.ts'
import { isLostForGood } from '../../records/damaged.ts'
import type { SubmissionNeeds } from '../needs.ts'
import { serviceOf, traitsOf, type Traits } from '../table/likeness.ts'
import type { Alike } from '../table/submission-table.ts'
import type { GuardClock } from './guard-clock.ts'

export type Earlier = NonNullable<SubmissionReview['earlier']>

type EarlierNeeds = Pick<SubmissionNeeds, 'guard'> & {
  readonly table: Pick<SubmissionNeeds['table'], 'alike'>
  readonly savedRecords: Pick<SubmissionNeeds['savedRecords'], 'open'>
}

const dayMs = 86_400_000

const isRecent = (from: string | null, { now, days }: Guard) =>
  from === null || now - Date.parse(from) < days * dayMs

/** A submission that can no longer be compared, so it may have been the same; sending needs a reason. */
const unknown = (
  operation: Earlier['operation'],
  receiptId: string | null,
  sentAt: string,
): Earlier => ({
  ...{ receiptId, sentAt, operation, outcome: 'accepted', settled: null },
  ...{ name: '', same: 'unknown', needsReason: true },
})

const newestFirst = (a: Alike, b: Alike) => b.row.sentAt.localeCompare(a.row.sentAt)

/**
 * Finds an earlier submission that is the same (`samenessOf`), in the table alone; its receipt only adds names. A
 * submission in doubt comes before any other, then the latest accepted one. `needsReason` is true if that was less than
 * `guard.days` days ago. Fails if the table cannot be read, because "unknown" must not count as "never sent".
 *
 * What cannot be compared counts as `unknown` outside Training: submissions whose digests have another key, and
 * everything after the data folder was put back to an older state, or while its database is known to be damaged. So
 * does a submission in doubt whose receipt is lost, because nobody can settle it before the next start.
 */
export const findEarlier = async (
  { table, savedRecords, guard: now }: EarlierNeeds,
  traits: Traits,
): Promise<Result<Earlier | null>> => {
  const guard = now()
  const found = await table.alike(traits)
  if (!found.ok) return found
  const alike = found.value.toSorted(newestFirst)
  const { operation } = traits
  let doubtful: Earlier | null = null
  for (const { row, same } of alike) {
    if (row.state === 'accepted' || same === null) continue
    const record = await savedRecords.open(row.receiptId)
    if (!record.ok && !isLostForGood(record.error)) return record
    if (record.ok && record.value.kind === 'receipt') {
      const { id: receiptId, sentAt, subject, settled } = record.value
      const { name } = subject
      const told = {
        receiptId,
        sentAt,
        operation,
        outcome: 'inDoubt',
        settled,
        name,
        same,
      } as const
      return ok({ ...told, needsReason: false })
    }
    doubtful ??= unknown(operation, null, row.sentAt)
  }
  if (traits.environmentKind !== 'training') {
    const { rolledBackOn, damagedSince } = guard
    if (rolledBackOn !== null && isRecent(rolledBackOn, guard))
      doubtful ??= unknown(operation, null, rolledBackOn)
    if (damagedSince !== null) doubtful ??= unknown(operation, null, damagedSince)
    for (const { row, same } of alike)
      if (same === null && (row.state !== 'accepted' || isRecent(row.countsFrom, guard)))
        doubtful ??= unknown(operation, row.receiptId, row.sentAt)
  }
  const accepted = alike.find(({ row, same }) => row.state === 'accepted' && same !== null)
  if (!accepted?.same) return ok(doubtful)
  const { row, same } = accepted
  const needsReason = isRecent(row.countsFrom, guard)
  // A submission accepted long ago must not hide another that may have been the same.
  if (!needsReason && doubtful) return ok(doubtful)
  const record = await savedRecords.open(row.receiptId)
  const receipt = record.ok && record.value.kind === 'receipt' ? record.value : null
  return ok({
    ...{ operation, outcome: 'accepted', same, needsReason, sentAt: row.sentAt },
    receiptId: receipt?.id ?? null,
    settled: receipt && settledOf(receipt),
    name: receipt?.subject.name ?? '',
  })
}

export const createGuard =
  (clock: GuardClock, settings: SettingsStore, log: Pick<ActivityLog, 'rolledBackOn' | 'damage'>) =>
  () => ({
    /** The guard's own time, milliseconds since 1970, UTC. */
    now: clock.now(),
    days: settings.get().duplicateGuardDays,
    /** When a start last found older data than the program had written, ISO 8601; null if none did. */
    rolledBackOn: log.rolledBackOn(),
    /** When the database was found damaged, ISO 8601; null if it is not known to be. */
    damagedSince: log.damage()?.foundAt ?? null,
  })

export type Guard = ReturnType<ReturnType<typeof createGuard>>

/** {@link findEarlier} for rows of a list of opt-outs; the guard is read once for each list. Also fails with `environment.notFound`. */
export const createEarlierIn =
  (needs: EarlierNeeds & { readonly environments: Pick<Environments, 'get'> }) =>
  (environmentId: string) => {
    const guard = needs.guard()
    const environment = needs.environments.get(environmentId)
    return async (
      participantId: string,
      planIds: readonly string[],
    ): Promise<Result<Earlier | null>> => {
      if (!environment.ok) return environment
      // A row's body is made on its turn; participant and plans are enough to leave the row out before that.
      const likeness = { body: '', file: '', service: serviceOf(environment.value) }
      const plans = planIds.map((planId) => ({ planId }))
      const about = { operation: 'optout', subject: { participantId }, plans } as const
      return findEarlier(
        { ...needs, guard: () => guard },
        traitsOf({ environment: environment.value, ...about }, likeness),
      )
    }
  }

const withoutKeychain =
  'Without the keychain, what was sent before Glidepath was started cannot be recognized. Make sure that this was not sent before.'
const withoutId =
  'This file names no participant id. What was sent before is recognized only where the file is the same, letter for letter.'

const setForward = (days: number) =>
  `This computer’s clock went ${days === 1 ? 'a day' : `${days.toLocaleString('en-US')} days`} forward while Glidepath was running, as when it is set or wakes up. What was accepted before counts as recent until Glidepath is started again.`

const misfitting = (participants: FileToSend['participants']): readonly string[] => {
  const misfits = misfitsOf(participants)
  return misfits.length === 0
    ? []
    : [
        `The mapping of participant files may not fit this file. ${misfits.join(' ')} What was sent before may not be recognized.`,
      ]
}

/** Warnings about earlier submissions that cannot be recognized, in addition to `earlier`. */
export const earlierWarnings = async (
  { savedRecords, guardClock }: Pick<SubmissionNeeds, 'savedRecords' | 'guardClock'>,
  { environment, subject }: Pick<SubmissionReview, 'environment' | 'subject'>,
  participants: FileToSend['participants'],
  earlier: SubmissionReview['earlier'],
): Promise<string[]> => {
  const daysAhead = earlier?.needsReason === true ? guardClock.daysAhead() : 0
  const warnings = [
    ...(daysAhead > 0 ? [setForward(daysAhead)] : []),
    ...(subject.among ? [severalTogether(subject.among.length)] : []),
    ...(peopleKeys(subject).length === 0 ? [withoutId] : []),
    ...misfitting(participants),
  ]
  const knowsEarlier = environment.kind === 'training' || (await savedRecords.knowsEarlier())
  return knowsEarlier ? warnings : [...warnings, withoutKeychain]
}
