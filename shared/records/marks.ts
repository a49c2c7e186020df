import { z } from 'zod'
import { id } from '../channel.ts'
import { joined } from '../express/field.ts'
import { enrollInputsSchema } from '../express/requests.ts'
import { submissionNamed, submissionOperations } from '../express/operations.ts'
import { identityKey } from '../identity-key.ts'
import type { RecordSummary } from './record.ts'
import { resultsOf, samePerson, type PlacedWhom, type Whom } from './same-whom.ts'

/**
 * Marks show what was submitted for a participant to a service, based on the participant's
 * receipts. They appear next to the name.
 */

export const markSchema = z.strictObject({
  receiptId: id,
  operation: z.enum(submissionOperations),
  /** True if nobody knows yet whether the submission was carried out. */
  inDoubt: z.boolean(),
  /** Time of sending. */
  at: z.iso.datetime(),
  /** The plans that the mark is about; empty means all of the participant’s plans. */
  planIds: z.array(z.string()),
  /** The savings rates that the submission sent; absent if it sent none. */
  rates: enrollInputsSchema.shape.SavingsRateDetails,
})
export type Mark = z.infer<typeof markSchema>

/**
 * Words such as `Enrolled Nov 27, 2026`, `Opted out Nov 28, 2026 (ACME401K)`, `Enrollment in doubt since Nov 27, 2026`.
 */
export const markWords = (
  { operation, inDoubt, at, planIds }: Mark,
  date: (iso: string) => string,
): string => {
  const { happened, noun } = submissionNamed(operation).receipt
  const plans = planIds.length === 0 ? '' : ` (${joined(planIds)})`
  return `${inDoubt ? `${noun} in doubt since` : happened} ${date(at)}${plans}`
}

type Sent = NonNullable<RecordSummary['sent']>
interface Counted {
  readonly item: RecordSummary
  readonly sent: Sent
}

const isOptOut = ({ sent }: RecordSummary) => sent?.operation === 'optout'

/**
 * An opt-out is matched by id alone, because its name is only what an agent heard on the telephone.
 */
const byIdAlone = ({ subject: { participantId } }: RecordSummary): Whom => ({
  subject: { participantId, name: '' },
})

/**
 * A receipt without a known address counts for every address of its environment, because an unknown
 * address must not mean "never sent".
 */
const wentThere = ({ environment: { id: sentTo, place } }: RecordSummary, whom: PlacedWhom) =>
  sentTo === whom.environment.id && (place === undefined || place === whom.environment.place)

const counted = (item: RecordSummary): readonly Counted[] =>
  item.sent !== undefined && (item.outcome === 'accepted' || item.outcome === 'inDoubt')
    ? [{ item, sent: item.sent }]
    : []

const newestFirst = (a: Counted, b: Counted) => b.sent.at.localeCompare(a.sent.at)

/** The newest receipt for each plan. Each receipt appears once, with its plans. */
const newestOfPlans = (standing: readonly Counted[]) => {
  const taken = new Set<string>()
  return standing.toSorted(newestFirst).flatMap((counted) => {
    const plans = counted.sent.planIds.length === 0 ? [''] : counted.sent.planIds
    const fresh = plans.filter((planId) => !taken.has(identityKey(planId)))
    for (const planId of fresh) taken.add(identityKey(planId))
    return fresh.length === 0 ? [] : [{ ...counted, planIds: fresh.filter(Boolean) }]
  })
}

/**
 * Finds a person's marks among saved results. There is a mark for every receipt in doubt, and for
 * each plan a mark for the newest receipt that was accepted or settled as successful. Marks in
 * doubt come first, then the newest first. `planIds` has all of the participant's plans; null if
 * they are unknown. A receipt that may belong to another person, as in {@link resultsOf}, is left
 * out.
 */
export const createMarks = (items: Iterable<RecordSummary>) => {
  const byId = Map.groupBy(items, ({ subject }) => identityKey(subject.participantId))
  return (whom: PlacedWhom, planIds: readonly string[] | null): readonly Mark[] => {
    const ofId = byId.get(identityKey(whom.subject.participantId)) ?? []
    const there = ofId.filter((item) => wentThere(item, whom))
    const fromFiles = there.filter((item) => !isOptOut(item))
    const theirs = [
      ...there.filter((item) => isOptOut(item) && samePerson(byIdAlone(item), whom)),
      ...resultsOf(whom, fromFiles),
    ].flatMap(counted)
    const isInDoubt = ({ item }: Counted) => item.outcome === 'inDoubt'
    const doubts = theirs
      .filter(isInDoubt)
      .toSorted(newestFirst)
      .map((each) => ({ ...each, planIds: each.sent.planIds }))
    const found = [...doubts, ...newestOfPlans(theirs.filter((each) => !isInDoubt(each)))]
    return found.map(({ item, sent, planIds: plans }) => {
      const keys = new Set(plans.map(identityKey))
      const isAll =
        planIds === null
          ? found.length === 1
          : planIds.every((planId) => keys.has(identityKey(planId)))
      return {
        receiptId: item.id,
        operation: sent.operation,
        inDoubt: item.outcome === 'inDoubt',
        at: sent.at,
        ...(sent.rates !== undefined && { rates: sent.rates }),
        planIds: isAll ? [] : [...plans],
      }
    })
  }
}
