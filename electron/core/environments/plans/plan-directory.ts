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
import type { Files, Logger } from '../../platform/ports.ts'
import { createPlanFile, type Plans } from './plan-file.ts'
import type { PlanOfFile } from './read-plans.ts'

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
  // A plan field that holds the participant's own id or tax number is a typing error, and would put a person into the
  // list.
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

/**
 * The plans of each environment, from imported lists and accepted receipts. It holds no participant, time or count, so
 * it is not encrypted.
 */
export const createPlanDirectory = (needs: {
  readonly files: Files
  readonly logger: Logger
  readonly environments: Pick<Environments, 'get'>
  readonly readFile: (bytes: Uint8Array) => Promise<Result<PlanOfFile[]>>
  readonly changed: () => void
  /** Called when the text of `notice` changes. */
  readonly noticed: () => void
}) => {
  const { environments, readFile, changed } = needs
  const file = createPlanFile(needs.files, needs.logger, needs.noticed)
  const inTurn = createTurns()

  const replace = async (environmentId: string, plans: Plans): Promise<Result<void>> => {
    const written = await file.replace(environmentId, plans)
    if (written.ok) changed()
    return written
  }

  return {
    /** Sorted by id. Fails with `environment.notFound`. */
    list: (environmentId: string) =>
      inTurn(async () => {
        const there = environments.get(environmentId)
        if (!there.ok) return there
        return whenOk(await file.of(environmentId), (plans) =>
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
        const known = await file.of(environmentId)
        if (!known.ok) return known
        const plans = new Map(known.value)
        const did = merge(plans, read.value)
        if (plans.size > maxPlans) return tooMany
        return whenOk(await replace(environmentId, plans), () => ok(did))
      }),

    /** Removes one plan, or all plans without `planId`. Resolves once the change is durable. */
    remove: (environmentId: string, planId?: string) =>
      inTurn(async () => {
        const known = await file.of(environmentId)
        if (!known.ok) return known
        const plans = new Map(planId === undefined ? [] : known.value)
        if (planId !== undefined) plans.delete(identityKey(planId))
        return replace(environmentId, plans)
      }),

    /** A sentence about unreadable parts of the file; empty if there are none, or before the first use. */
    notice: () => {
      const many = file.unreadable()
      return many === 0
        ? ''
        : `The plan directory’s file is damaged: ${many === 1 ? 'a line' : `${many.toLocaleString('en-US')} lines`} of it cannot be read, and what stood there is not offered.`
    },

    /** Adds the plans of an accepted receipt; known plans stay unchanged. */
    learn: async (receipt: Receipt) => {
      if (receipt.outcome !== 'accepted') return
      const { id } = receipt.environment
      await inTurn(async () => {
        const plans = await file.of(id)
        if (!plans.ok) return
        const fresh = learnedFrom(receipt, plans.value)
        if (fresh.size === 0 || plans.value.size + fresh.size > maxPlans) return
        const written = await file.append(id, fresh)
        if (written.ok) changed()
      })
    },
  }
}

export type PlanDirectory = ReturnType<typeof createPlanDirectory>
