import type { PlanEntry } from '#shared/environments/plan-directory.ts'
import { isSamePlace } from '#shared/environments/same-place.ts'
import type { Said } from '#shared/figures/figure.ts'
import { identityKey } from '#shared/identity-key.ts'
import { nameDiffers, nameWords } from '#shared/participant/name-differs.ts'
import { nameOf } from '#shared/participant/subject.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { SubmissionNeeds } from '../needs.ts'
import type { Here } from './changes.ts'

type About = Pick<SubmissionReview, 'subject' | 'plans'>

/** A request that was refused or never sent says nothing about whose id it is. */
const isTelling = ({ outcome }: RecordSummary): boolean =>
  outcome !== 'rejected' && outcome !== 'notSent'

const once = (names: readonly string[]): readonly string[] => [
  ...new Map(names.map((name) => [nameWords(name).toSorted().join(' '), name])).values(),
]

const otherNames = (own: string, names: readonly string[]): readonly string[] =>
  once(names.filter((name) => nameDiffers(own, name)))

/** Letters and digits of a plan type, so that 401(k) and 401K are one. */
const typeKey = (type: string): string => identityKey(type).replace(/[^\p{L}\p{N}]/gu, '')

const planTypeDoubts = (
  plans: About['plans'],
  known: ReadonlyMap<string, PlanEntry>,
): readonly string[] =>
  plans.flatMap(({ planId, planType }) => {
    const entry = known.get(identityKey(planId))
    if (entry === undefined || planType.trim() === '') return []
    return typeKey(entry.planType) === typeKey(planType)
      ? []
      : [`The plan directory has ${entry.planId} as ${entry.planType}, not as ${planType}.`]
  })

/**
 * What the typed request of a call says otherwise than earlier results, open participant files and the plan directory do
 * (`unusual`, to be confirmed), and plan ids that none of them knows (`warnings`). What cannot be read is left out.
 */
export const callDoubts = async (
  { savedRecords, participants, plans: directory }: SubmissionNeeds,
  here: Here,
  { subject, plans }: About,
): Promise<{ readonly unusual: Said[]; readonly warnings: string[] }> => {
  const id = identityKey(subject.participantId)
  const [items, entries] = await Promise.all([savedRecords.list(), directory.list(here.id)])
  const theirs = (items.ok ? items.value : []).filter(
    (item) =>
      isTelling(item) &&
      item.subject.among === undefined &&
      identityKey(item.subject.participantId) === id &&
      isSamePlace(item.environment, here),
  )
  const inFiles = participants.people().filter(({ userId }) => identityKey(userId) === id)
  const known = new Map(
    (entries.ok ? entries.value : []).map((entry) => [identityKey(entry.planId), entry]),
  )
  const ofFiles = new Set(
    inFiles.flatMap(({ accounts }) => accounts.map(({ planId }) => identityKey(planId))),
  )
  const before = otherNames(
    subject.name,
    theirs.map(({ subject: { name } }) => name),
  )
  const inFile = otherNames(subject.name, inFiles.map(nameOf))
  const unknown = plans.filter(({ planId }) => {
    const key = identityKey(planId)
    return key !== '' && !known.has(key) && !ofFiles.has(key)
  })
  return {
    unusual: [
      ...before.map((name) => `Earlier results have this id for ${name}, not for ${subject.name}.`),
      ...inFile.map((name) => `An open file has this id for ${name}, not for ${subject.name}.`),
      ...planTypeDoubts(plans, known),
    ].map((sentence) => [sentence]),
    warnings: unknown.map(
      ({ planId }) =>
        `Nobody here knows plan ${planId}: it is in no accepted request, no file of this participant and not in the plan directory.`,
    ),
  }
}
