import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { forecast } from '#electron/training/engine/forecast.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { writePersonXml } from '#electron/training/people/person-xml.ts'
import { ageAt } from '#shared/age-at.ts'
import { enrollInputsSchema, type ForecastInputs } from '#shared/express/requests.ts'
import { readForecast } from '#shared/express/read/read-forecast.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { recommendationOf } from '#shared/strategy/changes/accept-lines.ts'
import { sentStrategyOf } from '#shared/strategy/changes/sent-strategy.ts'
import { changesOf } from '#shared/strategy/changes/review-changes.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { americanWriter, written } from '#shared/strategy/statement/said.ts'
import { tickedInputs, triedInputs } from '#renderer/features/submission/tried-inputs.ts'
import { amountOf, inWords } from '#test/support/figures/sides.ts'
import { randomPeople } from '#test/support/people/random-people.ts'

/**
 * Tests the chain from an answer to a request. The recommendation is the difference between Revised
 * and Current in one answer, accepted lines are a part of it, and a request has what was typed and
 * accepted. Answers are Training's own; the differences are computed here from their text.
 */

const savedAt = '2026-11-27T15:00:00.000Z'
const seed = 'adv'
const units = { readAs: usualReadAs, source: 'Training' }

const verbatim = z.object({
  StrategyOutput: z.array(
    z.object({
      StrategyType: z.string(),
      RetirementAge: z.string(),
      AccountSavingsRateDetail: z.array(
        z.object({
          SavingsComponent: z.array(
            z.object({ PlanId: z.string(), Type: z.string(), Value: z.number() }),
          ),
        }),
      ),
      RisOutput: z.object({
        Recommendations: z.array(z.object({ Percentage: z.number(), Amount: z.number() })),
      }),
    }),
  ),
})

const complete = z.object({
  RetirementAge: z.int().optional(),
  SavingsRateDetails: z
    .array(z.object({ PlanId: z.string(), SavingsType: z.string(), Value: z.string() }))
    .optional(),
})

const profileOf = (xml: string) => {
  const reading = readParticipantXml(xml)
  const profile = reading.ok ? reading.value.participants[0] : undefined
  if (!profile) throw new Error('the file cannot be read')
  return profile
}
type Profile = ReturnType<typeof profileOf>

const ask = (profile: Profile, inputs: ForecastInputs) => {
  const text = JSON.stringify(
    forecast({ profile, today: savedAt.slice(0, 10), paths: 20, ...complete.parse(inputs) }),
  )
  const reading = readForecast(text)
  if (!reading.ok) throw new Error(reading.error.message)
  const [current, revised] = verbatim.parse(JSON.parse(text)).StrategyOutput
  if (!current || !revised) throw new Error('the answer lacks a strategy')
  const environment = { id: 'training', name: 'Training', kind: 'training' } as const
  const subject = { participantId: profile.userId, name: profile.lastName }
  const saved = { id: 'f', savedAt, environment, subject, inputs, profile, reading: reading.value }
  return { saved, current, revised }
}
type Answer = ReturnType<typeof ask>
type Side = Answer['current']

/** The participant's own percentages by plan and type. */
const ratesOf = ({ AccountSavingsRateDetail }: Side): ReadonlyMap<string, number> => {
  const rates = new Map<string, number>()
  for (const { PlanId, Type, Value } of AccountSavingsRateDetail.flatMap(
    ({ SavingsComponent }) => SavingsComponent,
  ))
    if (Type !== 'Employer') {
      const key = `${PlanId} ${Type}`
      rates.set(key, (rates.get(key) ?? 0) + Value)
    }
  return rates
}

const differences = (before: Side, after: Side): readonly string[] => {
  const [was, is] = [ratesOf(before), ratesOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((key) => Math.abs((was.get(key) ?? 0) - (is.get(key) ?? 0)) >= 0.005)
    .map((key) => `${key} ${(is.get(key) ?? 0).toFixed(2)}`)
    .toSorted()
}

const people = [
  ...examplePeople.map(({ name, xml }) => ({ name, profile: profileOf(xml) })),
  ...randomPeople(30, seed).map((person, index) => ({
    name: `${seed} ${index + 1}`,
    profile: profileOf(writePersonXml(person)),
  })),
]

/**
 * The lever positions: no change, a later age, a higher rate for the participant's first savings
 * into an open plan, and both.
 */
const leversOf = ({ contributions, accounts, dateOfBirth }: Profile): readonly ForecastInputs[] => {
  const RetirementAge = Math.max(70, (ageAt(dateOfBirth, new Date(savedAt)) ?? 0) + 2)
  const own = contributions.find(
    ({ kind, rate, planId }) =>
      kind !== 'employer' &&
      rate !== null &&
      accounts.some((account) => account.planId === planId && account.status === 'Active'),
  )
  if (own === undefined) return [{}, { RetirementAge }]
  const type = { pretax: 'Pretax', roth: 'Roth', posttax: 'PostTax', employer: '' }
  const rate = {
    PlanId: own.planId,
    SavingsType: type[own.kind],
    Value: String((own.rate ?? 0) + 1),
  }
  const SavingsRateDetails = [rate]
  return [{}, { RetirementAge }, { SavingsRateDetails }, { RetirementAge, SavingsRateDetails }]
}

const cases = people.flatMap(({ name, profile }) =>
  leversOf(profile).map((inputs) => ({
    name: `${name} ${JSON.stringify(inputs)}`,
    profile,
    inputs,
    ...ask(profile, inputs),
  })),
)

describe(`for ${people.length} people at four positions of the levers (seed ${seed}),`, () => {
  test('exactly the savings and the age in which Revised differs from Current are recommended', () => {
    for (const { name, profile, inputs, saved, current, revised } of cases) {
      const { lines, notTaken, annuities } = recommendationOf(saved, profile)
      const rates = lines
        .flatMap(({ part }) => part.SavingsRateDetails ?? [])
        .map(({ PlanId = '', SavingsType = '', Value }) => ({
          key: `${PlanId} ${SavingsType}`,
          to: Number(Value),
        }))
      const moved = rates
        .filter(({ key, to }) => Math.abs((ratesOf(current).get(key) ?? 0) - to) >= 0.005)
        .map(({ key, to }) => `${key} ${to.toFixed(2)}`)
      expect([name, moved.toSorted()]).toEqual([name, differences(current, revised)])
      expect([name, notTaken.filter(({ why }) => why !== 'employer')]).toEqual([name, []])
      const age = lines.find(({ kind }) => kind === 'age')
      const known = [current.RetirementAge, String(inputs.RetirementAge)]
      expect([name, age?.part.RetirementAge]).toEqual([
        name,
        known.includes(revised.RetirementAge) ? undefined : Number(revised.RetirementAge),
      ])
      const secured = revised.RisOutput.Recommendations.filter(
        ({ Percentage, Amount }) => Percentage !== 0 || Amount !== 0,
      )
      expect([name, annuities.map(({ percent, dollars }) => [percent, dollars])]).toEqual([
        name,
        secured.map(({ Percentage, Amount }) => [Percentage, Amount]),
      ])
    }
  })

  test('exactly what was typed and accepted is sent, and the review has the same lines as the list', () => {
    for (const [index, { name, profile, inputs, saved }] of cases.entries()) {
      const { lines } = recommendationOf(saved, profile)
      const accepted = lines.filter((_, line) => (index + line) % 2 === 0)
      const set = new Set(accepted.flatMap(({ targets }) => targets))
      const tried = triedInputs(inputs).filter(({ target }) => !set.has(target))
      const sent = tickedInputs(
        [...tried, ...accepted],
        new Set([...tried, ...accepted].map(({ key }) => key)),
      )
      enrollInputsSchema.parse(sent)
      const parts = [...tried, ...accepted].flatMap(({ part }) => part.SavingsRateDetails ?? [])
      expect([name, sent.SavingsRateDetails ?? []]).toEqual([name, parts])
      const { recommended } = changesOf(saved, profile, units, sent)
      const ends = lines.map(({ values }) =>
        values.map(({ from, to }) => [from && Number(from.toFixed(2)), to]),
      )
      const shown = recommended.lines.map((line) =>
        line.kind === 'age'
          ? line.values.map(({ from, to }) => [from, to])
          : line.values.map(({ from, to }) => [amountOf(from.percent), amountOf(to.percent)]),
      )
      expect([name, shown]).toEqual([name, ends])
      for (const [line, { became }] of recommended.lines.entries()) {
        const one = lines[line]
        if (one && accepted.includes(one)) expect([name, became]).toEqual([name, 'sent'])
        else expect([name, became]).not.toEqual([name, 'sent'])
      }
    }
  })

  /**
   * Sends the typed inputs with the accepted lines. Returns the request, the answer, and the
   * strategy shown for that request.
   */
  const sendWith = (
    { profile, inputs, saved }: (typeof cases)[number],
    accepted: ReturnType<typeof recommendationOf>['lines'],
  ) => {
    const set = new Set(accepted.flatMap(({ targets }) => targets))
    const all = [...triedInputs(inputs).filter(({ target }) => !set.has(target)), ...accepted]
    const sent = tickedInputs(all, new Set(all.map(({ key }) => key)))
    const answer = ask(profile, sent)
    const strategy = sentStrategyOf({ inputs: sent, forecast: answer.saved.reading }, [saved])
    const sides = [...answer.saved.reading.strategies, ...saved.reading.strategies]
    return { sent, answer, strategy, at: strategy === null ? -1 : sides.indexOf(strategy) }
  }

  /** True if the answer's Current has each sent rate, computed without the program's code. */
  const isCounted = ({ SavingsRateDetails = [] }: ForecastInputs, { current }: Answer) =>
    SavingsRateDetails.every(
      ({ PlanId = '', SavingsType = '', Value }) =>
        Math.abs((ratesOf(current).get(`${PlanId} ${SavingsType}`) ?? 0) - Number(Value)) < 0.005,
    )

  test('if every line is accepted, the new Current equals the recommended Revised', () => {
    for (const one of cases) {
      const { lines } = recommendationOf(one.saved, one.profile)
      const { answer, at, sent } = sendWith(one, lines)
      expect([one.name, differences(one.revised, answer.current)]).toEqual([one.name, []])
      // No answer includes a typed rate into a plan that does not accept it.
      if (at === -1 && !isCounted(sent, answer)) continue
      // The submission's own Revised represents the request; if that Revised suggests a further
      // step, the accepted Revised does.
      const isFurther = differences(answer.revised, answer.current).length > 0
      expect([one.name, at]).toEqual([one.name, isFurther ? 3 : 1])
    }
  })

  test('whatever is accepted, the strategy shown for the submission saves exactly what was sent', () => {
    for (const [index, one] of cases.entries()) {
      const { lines } = recommendationOf(one.saved, one.profile)
      const some = lines.filter((_, line) => (index + line) % 2 === 0)
      const { sent, answer, at, strategy } = sendWith(one, some)
      if (at === -1 && !isCounted(sent, answer)) continue
      const side = [answer.current, answer.revised, one.current, one.revised][at]
      expect([one.name, side && differences(answer.current, side)]).toEqual([one.name, []])
      // Only the submission's own Current may have an age other than the sent one, because its
      // table has more ages.
      if (at !== 0 && sent.RetirementAge !== undefined)
        expect([one.name, strategy?.retirementAge]).toEqual([one.name, sent.RetirementAge])
    }
  })
})

test('a file whose savings change only because of the law has nothing to accept, and the rule is shown', () => {
  const rules = Object.fromEntries(
    people.flatMap(({ name, profile }) => {
      const found = recommendationOf(ask(profile, {}).saved, profile)
      return found.rules.length === 0
        ? []
        : [[name, [found.lines.length, ...found.rules.map(inWords)]]]
    }),
  )
  expect(rules).toMatchObject({
    'Jonathan Weiss': [
      0,
      'By law, catch-up contributions of people with wages above $150,000 are Roth: 2.04% of the 8.4% goes in as Roth.',
    ],
    'Evelyn Hartmann': [
      0,
      'By law, catch-up contributions of people with wages above $150,000 are Roth: 1% of the 11% goes in as Roth.',
    ],
    'adv 14': [0, expect.stringMatching(/^By law, catch-up contributions/)],
  })
  expect(Object.keys(rules)).not.toContain('Carol Nguyen')
})

test('the displayed rule follows the wages entered for the forecast', () => {
  const weiss = people.find(({ name }) => name === 'Jonathan Weiss')
  if (weiss === undefined) throw new Error('an example')
  const { saved } = ask(weiss.profile, {})
  const rulesAt = (wagesBefore: number | null) => {
    const said = { wagesBefore, rothCatchUp: 'unknown', higherCatchUp: 'unknown' } as const
    return recommendationOf({ ...saved, said }, weiss.profile).rules.filter((each) =>
      /Roth/.test(written(each, americanWriter)),
    )
  }
  expect(rulesAt(null)).toHaveLength(1)
  expect(rulesAt(150_001)).toHaveLength(1)
  expect(rulesAt(150_000)).toEqual([])
})

test('a past retirement age ends the savings in Revised, which is not shown as advice to stop saving', () => {
  const older = people.filter(
    ({ profile }) => (ageAt(profile.dateOfBirth, new Date(savedAt)) ?? 0) > 64,
  )
  const ended = older.map(({ name, profile }) => {
    const { saved, current, revised } = ask(profile, { RetirementAge: 62 })
    expect([name, recommendationOf(saved, profile).lines]).toEqual([name, []])
    return differences(current, revised).length
  })
  expect(ended.some((many) => many > 0)).toBe(true)
})
