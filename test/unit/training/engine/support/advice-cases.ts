import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { accountAdvice } from '#electron/training/engine/advice/advice.ts'
import { currentAllocation, movableOf } from '#electron/training/engine/holdings.ts'
import {
  householdOf,
  type Household,
  type PlanAccount,
} from '#electron/training/engine/person/household.ts'
import { seededState } from '#electron/training/engine/paths/random.ts'
import { randomPeople as likelyPeople } from '#test/support/people/random-people.ts'
import { writePersonXml } from '#electron/training/people/person-xml.ts'
import { randomPeople, today } from './people.ts'
import { withLimits } from './limits.ts'

/** Advice for the accounts of random people, with and without limits in their files. */

const peopleCount = 500
export const seed = 'advice'

const profileOf = (xml: string): ParticipantProfile => {
  const reading = readParticipantXml(xml)
  const profile = reading.ok ? reading.value.participants[0] : undefined
  if (!profile) throw new Error('the file cannot be read')
  return profile
}

const state = seededState(`${seed} limits`)
const likely = likelyPeople(peopleCount, seed).map((person) => profileOf(writePersonXml(person)))
export const people: readonly ParticipantProfile[] = [
  ...likely,
  ...likely.map((profile) => withLimits(profile, state)),
  ...randomPeople(seed, peopleCount).map((profile) => withLimits(profile, state)),
]

export interface Case {
  readonly name: string
  readonly household: Household
  readonly account: PlanAccount
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly isChanged: boolean
  readonly reasons: readonly string[]
}

export const cases: readonly Case[] = people.flatMap((profile) => {
  const household = householdOf({ profile, today })
  return accountAdvice(household, false).flatMap((advice, index) => {
    const one = household.accounts[index]
    if (!advice || !one) return []
    const { isChanged, reasons, allocation } = advice
    const name = `${profile.userId}, ${one.id}`
    const before = currentAllocation(one).percents
    return [
      { name, household, account: one, before, after: allocation.percents, isChanged, reasons },
    ]
  })
})
export const changed = cases.filter(({ isChanged }) => isChanged)

/** Names of all failing cases, so that one expectation covers thousands of cases. */
export const broken = (of: readonly Case[], holds: (one: Case) => boolean): readonly string[] =>
  of.filter((one) => !holds(one)).map(({ name }) => name)

export const positionsOf = ({ account: one, before, after }: Case) =>
  one.positions.map((position, index) => ({
    position,
    from: before[index] ?? 0,
    to: after[index] ?? 0,
    isBound: movableOf(one).parts[index]?.bound !== null,
  }))

export const free = (one: Case) => positionsOf(one).filter(({ isBound }) => !isBound)
export const close = 0.02

/** True if all money that can be moved is in one target-date fund. */
export const isInTargetDate = (one: Case): boolean =>
  free(one).some(
    ({ position, to }) =>
      position.fund.target !== null && to > movableOf(one.account).free * 0.95 && to > 5,
  )
