import { identityKey } from '#shared/identity-key.ts'
import {
  maxPlanFileBytes,
  maxPlans,
  planEntrySchema,
  type PlanEntry,
} from '#shared/environments/plan-directory.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { peopleKeys } from '#shared/participant/subject.ts'
import { createTurns } from '#shared/queue.ts'
import { isTaxNumber } from '#shared/text/tax-number.ts'
import { invalid, ok, whenOk, type Result } from '#shared/result.ts'
import type { Environments } from '../environments.ts'
import type { Logger } from '../../platform/ports.ts'
import type { PlanOfFile } from './read-plans.ts'

/** Plans of one environment, by {@link identityKey}. */
type Plans = ReadonlyMap<string, PlanEntry>

const byId = (a: PlanEntry, b: PlanEntry): number =>
  a.planId < b.planId ? -1 : a.planId > b.planId ? 1 : 0

const tooLarge = invalid(
  `The file has more than ${maxPlanFileBytes / 1024 / 1024} MB.`,
  'Leave out columns other than PlanId, PlanType and Name. Nothing was changed.',
)

const tooMany = invalid(
  `The directory would hold more than ${maxPlans.toLocaleString('en-US')} plans.`,
  'Take plans away that are not needed any more, or import fewer. Nothing was changed.',
)

const merge = (plans: Map<string, PlanEntry>, imported: readonly PlanOfFile[]) => {
  const did = { added: 0, changed: 0, same: 0 }
  for (const plan of imported) {
    const key = identityKey(plan.planId)
    const before = plans.get(key)
    const isSame =
      before?.planId === plan.planId &&
      before.planType === plan.planType &&
      before.name === plan.name
    did[before === undefined ? 'added' : isSame ? 'same' : 'changed'] += 1
    plans.set(key, { ...plan, source: 'imported' })
  }
  return did
}

const learnedFrom = ({ plans, subject }: Receipt, known: Plans): Plans => {
  // A plan field that contains the participant's own id or tax number is a typing error and would
  // put personal data into the directory.
  const people = peopleKeys(subject)
  return new Map(
    plans.flatMap(({ planId, planType }) => {
      const key = identityKey(planId)
      const entry = planEntrySchema.safeParse({
        planId: planId.trim(),
        planType: planType.trim(),
        name: '',
        source: 'learned',
      })
      return entry.success &&
        key !== '' &&
        !people.includes(key) &&
        !isTaxNumber(planId) &&
        !known.has(key)
        ? [[key, entry.data] as const]
        : []
    }),
  )
}

/** The plans of each environment, from imported lists and accepted receipts. It holds no participant, time or count. */
export const createPlanDirectory = (needs: {
  /** Sealed records by the id of the environment. */
  readonly kept: {
    get(environmentId: string): Promise<Result<readonly PlanEntry[] | null>>
    put(environmentId: string, plans: readonly PlanEntry[]): Promise<Result<void>>
  }
  readonly logger: Logger
  readonly environments: Pick<Environments, 'get'>
  readonly readFile: (bytes: Uint8Array) => Promise<Result<PlanOfFile[]>>
  readonly changed: () => void
}) => {
  const { kept, logger, environments, readFile, changed } = needs
  const inTurn = createTurns()
  const known = new Map<string, Plans>()

  const plansOf = async (environmentId: string): Promise<Result<Plans>> => {
    const found = known.get(environmentId)
    if (found) return ok(found)
    return whenOk(await kept.get(environmentId), (entries) => {
      const plans = new Map((entries ?? []).map((plan) => [identityKey(plan.planId), plan]))
      known.set(environmentId, plans)
      return ok(plans)
    })
  }

  const replace = async (environmentId: string, plans: Plans): Promise<Result<void>> => {
    const written = await kept.put(environmentId, [...plans.values()])
    if (!written.ok) return written
    known.set(environmentId, plans)
    changed()
    return written
  }

  return {
    /** Call this after other code wrote plans into the database. */
    lookAgain: (): void => {
      known.clear()
      changed()
    },
    /** Sorted by id. Fails with `environment.notFound`, or with `records.*` if the plans cannot be read. */
    list: (environmentId: string) =>
      inTurn(async () => {
        const there = environments.get(environmentId)
        if (!there.ok) return there
        return whenOk(await plansOf(environmentId), (plans) =>
          ok([...plans.values()].toSorted(byId)),
        )
      }),

    /**
     * Resolves once the plans are durable on disk. Fails with the faulty row, as reading a list does, and then changes
     * nothing.
     */
    importFile: (environmentId: string, bytes: Uint8Array) =>
      inTurn(async () => {
        const there = environments.get(environmentId)
        if (!there.ok) return there
        if (bytes.length > maxPlanFileBytes) return tooLarge
        const read = await readFile(bytes)
        if (!read.ok) return read
        const before = await plansOf(environmentId)
        if (!before.ok) return before
        const plans = new Map(before.value)
        const did = merge(plans, read.value)
        if (plans.size > maxPlans) return tooMany
        return whenOk(await replace(environmentId, plans), () => ok(did))
      }),

    /** Removes one plan, or all plans without `planId`. Resolves once the change is durable. */
    remove: (environmentId: string, planId?: string) =>
      inTurn(async () => {
        // Plans that cannot be read can still be removed.
        const before =
          planId === undefined ? ok(new Map<string, PlanEntry>()) : await plansOf(environmentId)
        if (!before.ok) return before
        const plans = new Map(before.value)
        if (planId !== undefined) plans.delete(identityKey(planId))
        return replace(environmentId, plans)
      }),

    /** Adds the plans of an accepted receipt; known plans stay unchanged. */
    learn: async (receipt: Receipt) => {
      if (receipt.outcome !== 'accepted') return
      const { id } = receipt.environment
      await inTurn(async () => {
        const plans = await plansOf(id)
        if (!plans.ok) return
        const fresh = learnedFrom(receipt, plans.value)
        if (fresh.size === 0 || plans.value.size + fresh.size > maxPlans) return
        const written = await replace(id, new Map([...plans.value, ...fresh]))
        // A failure only means that the plan is not suggested next time, so the work continues.
        if (!written.ok) logger.warn(`plan directory: ${written.error.message}`)
      })
    },
  }
}

export type PlanDirectory = ReturnType<typeof createPlanDirectory>
