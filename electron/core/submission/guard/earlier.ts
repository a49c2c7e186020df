import { identityKey } from '#shared/identity-key.ts'
import { misfitsOf } from '#shared/participant/trace.ts'
import { peopleKeys, severalTogether } from '#shared/participant/subject.ts'
import { settledOf } from '#shared/receipt/settled.ts'
import type { Likeness, Receipt } from '#shared/records/receipt.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { ok, type Result } from '#shared/result.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { Environments } from '../../environments/environments.ts'
import type { SettingsStore } from '../../environments/settings/settings-store.ts'
import type { FileToSend } from '../../participant/whom.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'
import type { GuardClock } from './guard-clock.ts'
import { type AboutToSend, serviceOf } from './likeness.ts'
import type { SubmissionNeeds } from '../needs.ts'

type Receipts = Pick<SavedRecords, 'receiptsAbout' | 'open'>

export type Earlier = NonNullable<SubmissionReview['earlier']>

export interface LookedFor extends Omit<AboutToSend, 'plans'> {
  /** Keyed digests of the same people, as the journal has them. */
  readonly digests: readonly string[]
  readonly planIds: readonly string[]
  readonly likeness: Likeness
}

const dayMs = 86_400_000

/**
 * Whether a receipt's submission went to the same service: in this environment, or in another one with the same address
 * and ClientId. A receipt of an earlier version names no address, and its environment may have changed since. So it
 * counts for every environment of its kind, because the unknown must not pass for "never sent".
 */
const wentThere = (item: RecordSummary, about: LookedFor, guard: Guard) => {
  const { id, kind } = item.environment
  if (id === about.environment.id) return true
  // A receipt of an earlier version may have the address in its original case.
  const service = item.likeness.service.toLowerCase()
  if (service !== '') return service === about.likeness.service
  return (
    kind === about.environment.kind || guard.serviceOf(id)?.toLowerCase() === about.likeness.service
  )
}

/**
 * What both submissions have in common; null if they differ. An identical request is the same for any participant and
 * plan.
 */
const sameness = (receipt: Receipt, about: LookedFor): Earlier['same'] | null => {
  if (about.likeness.body !== '' && receipt.likeness.body === about.likeness.body) return 'request'
  // The journal holds no plans, so the submission may have been for any plan.
  if (receipt.likeness.people?.some((digest) => about.digests.includes(digest))) return 'lost'
  const plans = new Set(about.planIds.map(identityKey))
  if (!receipt.plans.some(({ planId }) => plans.has(identityKey(planId)))) return null
  const people = new Set(peopleKeys(about.subject))
  if (peopleKeys(receipt.subject).some((person) => people.has(person))) return 'participant'
  return about.likeness.file !== '' && receipt.likeness.file === about.likeness.file ? 'file' : null
}

/**
 * Finds an earlier submission of the same operation: for the same participant (also inside a file) and one of the same
 * plans, with the same request, or with the same file and one of the same plans. A submission in doubt comes before any
 * other, then the latest accepted one. `needsReason` is true if that was less than `guard.days` days ago. Fails if the
 * receipts cannot be read, because the unknown must not pass for "never sent".
 *
 * A damaged receipt counts for every operation and plan, because only its header is readable.
 */
export const findEarlier = async (
  savedRecords: Receipts,
  about: LookedFor,
  guard: Guard,
): Promise<Result<Earlier | null>> => {
  const { operation, subject, likeness } = about
  const items = await savedRecords.receiptsAbout({
    ...subject,
    digests: about.digests,
    body: likeness.body,
    file: likeness.file,
  })
  if (!items.ok) return items
  const isRecent = (at: string) => guard.now - Date.parse(at) < guard.days * dayMs
  const candidates = items.value
    .filter((item) => wentThere(item, about, guard))
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
  const inDoubtFirst = (['inDoubt', 'accepted'] as const).flatMap((outcome) =>
    candidates.filter((item) => item.outcome === outcome),
  )
  let damaged: Earlier | null = null
  for (const item of inDoubtFirst) {
    const record = await savedRecords.open(item.id)
    const { name } = item.subject
    if (!record.ok && record.error.code === 'records.damaged') {
      // Nobody can settle a damaged receipt any more, so sending again needs a reason, as after an accepted submission.
      // If the damaged receipt is in doubt, its age does not matter.
      if (item.outcome === 'inDoubt' || isRecent(item.savedAt)) {
        damaged ??= {
          receiptId: item.id,
          outcome: 'accepted',
          settled: item.settled,
          sentAt: item.savedAt,
          operation,
          name,
          same: 'unknown',
          needsReason: true,
        }
      }
      continue
    }
    if (!record.ok && record.error.code !== 'records.notFound') return record
    if (!record.ok || record.value.kind !== 'receipt' || record.value.operation !== operation)
      continue
    // A receipt that was settled since the listing must not hide one that counts.
    if (record.value.outcome !== 'inDoubt' && record.value.outcome !== 'accepted') continue
    const same = sameness(record.value, about)
    if (same === null) continue
    const { id, outcome, sentAt } = record.value
    const needsReason = outcome === 'accepted' && isRecent(sentAt)
    // A receipt accepted long ago must not hide a damaged one.
    if (outcome === 'accepted' && !needsReason && damaged) break
    const settled = settledOf(record.value)
    return ok({ receiptId: id, outcome, settled, sentAt, operation, name, same, needsReason })
  }
  return ok(damaged)
}

type EarlierNeeds = Pick<SubmissionNeeds, 'savedRecords' | 'log' | 'guard'>

/** Stands for what may have been sent before older data were put back; null if the guard's days are over. */
const lostSince = (
  rolledBackOn: string | null,
  operation: AboutToSend['operation'],
  { now, days }: Guard,
): Earlier | null =>
  rolledBackOn !== null && now - Date.parse(rolledBackOn) < days * dayMs
    ? {
        receiptId: null,
        outcome: 'accepted',
        settled: null,
        sentAt: rolledBackOn,
        operation,
        name: '',
        same: 'unknown',
        needsReason: true,
      }
    : null

/** {@link findEarlier} for a submission under review, or about to be sent. */
export const earlierThan = async (
  { savedRecords, log, guard }: EarlierNeeds,
  { environment, operation, subject, plans }: AboutToSend,
  likeness: Likeness,
): Promise<Result<Earlier | null>> => {
  const found = await findEarlier(
    savedRecords,
    {
      environment,
      operation,
      subject,
      likeness,
      planIds: plans.map(({ planId }) => planId),
      digests: peopleKeys(subject).map(log.pseudonymOf),
    },
    guard(),
  )
  if (!found.ok || environment.kind === 'training') return found
  const { value: earlier } = found
  const isDecided = earlier?.outcome === 'inDoubt' || earlier?.needsReason
  return ok(isDecided ? earlier : (lostSince(log.rolledBackOn(), operation, guard()) ?? earlier))
}

export const createGuard =
  (clock: GuardClock, settings: SettingsStore, environments: Pick<Environments, 'get'>) => () => ({
    /** The guard's own time, milliseconds since 1970, UTC. */
    now: clock.now(),
    days: settings.get().duplicateGuardDays,
    /** An environment's base URL and ClientId, see `serviceOf` in likeness.ts; null if the environment is gone. */
    serviceOf: (environmentId: string) => {
      const environment = environments.get(environmentId)
      return environment.ok ? serviceOf(environment.value) : null
    },
  })

export type Guard = ReturnType<ReturnType<typeof createGuard>>

/**
 * {@link earlierThan} for rows of a list of opt-outs; the guard is read once for each list. Also fails with
 * `environment.notFound`.
 */
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
      return earlierThan(
        { ...needs, guard: () => guard },
        { environment: environment.value, operation: 'optout', subject: { participantId }, plans },
        likeness,
      )
    }
  }

const withoutKeychain =
  'Without the keychain, what was sent before Glidepath was started cannot be recognized. Make sure that this was not sent before.'
const someUnreadable =
  'Some saved results cannot be read, so what was sent before may not be recognized. Make sure that this was not sent before.'
const damaged =
  'An earlier receipt that may be of the same is damaged: which operation and plan it was about cannot be read. Make sure that this was not sent before.'
const withoutId =
  'This file names no participant id. What was sent before is recognized only where the file is the same, letter for letter.'

const setForward = (days: number) =>
  `This computer’s clock went ${days === 1 ? 'a day' : `${days.toLocaleString('en-US')} days`} forward while Glidepath was running, as when it is set or wakes up. What was accepted before counts as recent until Glidepath is started again.`

const namesNobody =
  'An earlier submission in doubt names nobody, because its receipt was not kept. It may be of the same participant: settle it first.'

/**
 * Whether a submission in doubt in this environment names nobody. Its receipt was not kept, and the journal knows its
 * people only by digests; if it was sent without the keychain, the key of those digests is gone.
 */
export const isAnyoneInDoubt = async (
  { nameless }: Pick<SavedRecords, 'nameless'>,
  environmentId: string,
): Promise<boolean> => {
  const items = await nameless()
  return (
    items.ok &&
    items.value.some(
      ({ outcome, environment }) => outcome === 'inDoubt' && environment.id === environmentId,
    )
  )
}

const misfitting = (participants: FileToSend['participants']): readonly string[] => {
  const misfits = misfitsOf(participants)
  return misfits.length === 0
    ? []
    : [
        `The mapping of participant files may not fit this file. ${misfits.join(' ')} What was sent before may not be recognized.`,
      ]
}

/** Warnings about receipts that are unreadable or cannot be matched, in addition to `earlier`. */
export const earlierWarnings = async (
  { savedRecords, guardClock }: Pick<SubmissionNeeds, 'savedRecords' | 'guardClock'>,
  { environment, subject }: Pick<SubmissionReview, 'environment' | 'subject'>,
  participants: FileToSend['participants'],
  earlier: SubmissionReview['earlier'],
): Promise<string[]> => {
  const id = earlier?.receiptId ?? null
  const record = id === null ? null : await savedRecords.open(id)
  const daysAhead = earlier?.needsReason === true ? guardClock.daysAhead() : 0
  const warnings = [
    ...(record?.ok === false && record.error.code === 'records.damaged' ? [damaged] : []),
    ...(daysAhead > 0 ? [setForward(daysAhead)] : []),
    ...(subject.among ? [severalTogether(subject.among.length)] : []),
    ...(peopleKeys(subject).length === 0 ? [withoutId] : []),
    ...misfitting(participants),
  ]
  if (environment.kind === 'training') return warnings
  if (!(await savedRecords.knowsEarlier())) return [...warnings, withoutKeychain]
  if (await isAnyoneInDoubt(savedRecords, environment.id)) warnings.push(namesNobody)
  return (await savedRecords.readsAll()) ? warnings : [...warnings, someUnreadable]
}
