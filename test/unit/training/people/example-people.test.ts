import { expect, test } from 'vitest'
import { forecast } from '#electron/training/engine/forecast.ts'
import { fundCatalogue } from '#electron/training/engine/funds.ts'
import { examplePeople, personSpecs } from '#electron/training/people/example-people.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { plain } from '#test/support/figures/plain.ts'

/** The warnings that a participant's file is meant to cause. */
const expectedRemarks = new Map<string, readonly string[]>([
  ['sofia-martinez', ['Plan OLDTOWN401K has the status Termed, not Active.']],
  ['walter-simmons', ['Plan GULFCOAST401K has the status Retired, not Active.']],
  ['dorothy-fields', ['Plan DESERT403B has the status Retired, not Active.']],
])

const fundIds = new Set(fundCatalogue.map(({ id }) => id))

test('there are 24 people, each with their own ids, UserIDs and plans', () => {
  expect(examplePeople).toHaveLength(24)
  for (const values of [
    personSpecs.map(({ id }) => id),
    personSpecs.map(({ userId }) => userId),
    personSpecs.flatMap(({ plans }) => plans.map(({ planId }) => planId)),
  ])
    expect(new Set(values).size).toBe(values.length)
})

test.each(personSpecs.map((person) => [person.id, person] as const))(
  '%s is read back as written',
  (id, person) => {
    const example = examplePeople.find((candidate) => candidate.id === id)
    const reading = readParticipantXml(example?.xml ?? '')
    if (!reading.ok) throw new Error(reading.error.message)
    expect(reading.value.warnings.map(({ message }) => plain(message))).toEqual(
      expectedRemarks.get(id) ?? [],
    )
    const [profile] = reading.value.participants
    expect(profile).toMatchObject({
      userId: person.userId,
      clientId: 'TRAINING',
      firstName: person.firstName,
      lastName: person.lastName,
      dateOfBirth: person.dateOfBirth,
      gender: person.gender ?? '',
      salary: person.salary,
    })
    expect(profile?.accounts.map(({ planId, balance }) => [planId, balance])).toEqual(
      person.plans.map(({ planId, balance }) => [planId, balance]),
    )
    expect(profile?.contributions.map(({ rate }) => rate)).toEqual(
      person.plans.flatMap(({ contributions }) => (contributions ?? []).map(({ rate }) => rate)),
    )
    for (const { holdings } of profile?.accounts ?? [])
      for (const { fundId } of holdings) expect(fundIds).toContain(fundId)
  },
)

test.each(personSpecs.flatMap(({ plans }) => plans.map((plan) => [plan.planId, plan] as const)))(
  'the mix of %s adds up to 100',
  (_planId, plan) => {
    expect(Object.values(plan.mix).reduce((sum, share) => sum + share, 0)).toBe(100)
  },
)

test('the large account holds 40 funds', () => {
  const evelyn = personSpecs.find(({ id }) => id === 'evelyn-hartmann')
  expect(Object.keys(evelyn?.plans[0]?.mix ?? {})).toHaveLength(40)
})

test('each example person’s reason is one sentence without an age, which would become outdated', () => {
  for (const { reason } of examplePeople) expect(reason).toMatch(/^[A-Z][^.]+\.$/)
})

test('the first person is below the goal today and above it in Revised with different funds, so that there is something to compare', () => {
  const reading = readParticipantXml(examplePeople[0]?.xml ?? '')
  const profile = reading.ok ? reading.value.participants[0] : undefined
  if (!profile) throw new Error('the first person cannot be read')
  const [current, revised] = forecast({ profile, today: '2026-11-20' }).StrategyOutput
  const goal = current?.NetRetirementIncomeGoal ?? Number.NaN
  const incomes = [current, revised].map(
    (strategy) => strategy?.Percentile[1]?.SustainableRetirementIncome ?? Number.NaN,
  )
  expect(incomes[0]).toBeLessThan(goal)
  expect(incomes[1]).toBeGreaterThan(goal * 1.1)
  expect(revised?.SavingsRate).toBeGreaterThan(current?.SavingsRate ?? Number.NaN)
  expect(revised?.InvestmentSelections).not.toEqual(current?.InvestmentSelections)
})

const profileOf = (id: string) => {
  const reading = readParticipantXml(examplePeople.find((person) => person.id === id)?.xml ?? '')
  const profile = reading.ok ? reading.value.participants[0] : undefined
  if (!profile) throw new Error(`${id} cannot be read`)
  return profile
}

test('the person with two thirds in one company is told to sell some of it', () => {
  const [current, revised] = forecast({
    profile: profileOf('robert-hale'),
    today: '2026-11-20',
  }).StrategyOutput
  expect(current?.CSSellOffData).toEqual([])
  expect(revised?.CSSellOffData).toHaveLength(4)
})

test('a well-placed person keeps their funds, and a person who saves enough is not asked to save more', () => {
  const [placed, advised] = forecast({
    profile: profileOf('emily-sato'),
    today: '2026-11-20',
  }).StrategyOutput
  expect(advised?.InvestmentSelections).toEqual(placed?.InvestmentSelections)
  const [enough, still] = forecast({
    profile: profileOf('priya-raman'),
    today: '2026-11-20',
  }).StrategyOutput
  expect(still?.SavingsRate).toBeLessThanOrEqual(enough?.SavingsRate ?? Number.NaN)
})
