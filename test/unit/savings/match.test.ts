import { describe, expect, test } from 'vitest'
import { matchDollars, matchOf, matchWords, wholeMatchAt } from '#shared/participant/match.ts'
import { mappingPresets } from '#shared/participant/mapping-presets.ts'
import { readParticipantXml } from '#shared/participant/read-records.ts'
import { plain } from '#test/support/figures/plain.ts'

const employer = (attributes: Readonly<Record<string, string>>, rate: number | null = null) =>
  matchOf({ kind: 'employer', rate, attributes: { ...attributes }, match: undefined })

const wordsOf = (
  attributes: Readonly<Record<string, string>>,
  rate: number | null = null,
): string | null => {
  const match = employer(attributes, rate)
  return match === null ? null : plain(matchWords(match))
}

describe('a match’s rule', () => {
  test.each([
    [{ MatchRate: '50', MatchLimit: '6' }, '50¢ per $1 on the first 6% of pay'],
    [{ MatchRate: '50%', MatchLimit: '6 %' }, '50¢ per $1 on the first 6% of pay'],
    [{ EmployerMatchPercent: '100', MatchUpTo: '4' }, '$1 per $1 on the first 4% of pay'],
    [{ MatchLimit: '3' }, '$1 per $1 on the first 3% of pay'],
    [
      { MatchRate: '100', MatchLimit: '3', MatchRate2: '50', MatchLimit2: '5' },
      '$1 per $1 on the first 3% of pay, 50¢ per $1 on the next 2% of pay',
    ],
    [
      { MatchRate: '150', MatchLimit: '2', MatchMaxAmount: '2000' },
      '$1.50 per $1 on the first 2% of pay, at most $2,000 a year',
    ],
    [
      { MatchRate: '50', MatchLimit: '6', TrueUp: 'Y' },
      '50¢ per $1 on the first 6% of pay, trued up at the end of the year',
    ],
    [
      { MatchRate: '50', MatchLimit: '6', MatchTrueUp: 'N' },
      '50¢ per $1 on the first 6% of pay, not trued up',
    ],
    [
      { MatchRate: '50', MatchLimit: '6', MatchFrequency: '26' },
      '50¢ per $1 on the first 6% of pay, not understood: MatchFrequency=26',
    ],
  ])('is read: %j', (attributes, words) => expect(wordsOf(attributes)).toBe(words))

  test('has the recorded rate as its maximum if it states no limit', () => {
    expect(wordsOf({ MatchRate: '50' }, 3)).toBe('50¢ per $1, at most 3% of pay')
  })

  test.each([
    [{ MatchRate: 'half', MatchLimit: '6' }, 'a match that is not understood: MatchRate=half'],
    [{ MatchRate: '50', MatchLimit: '2500' }, 'a match that is not understood: MatchLimit=2500'],
    [
      { MatchRate: '100', MatchLimit: '3', MatchRate2: '50', MatchLimit2: '2' },
      'a match that is not understood',
    ],
  ])('is not guessed for %j', (attributes, words) => expect(wordsOf(attributes)).toBe(words))

  test("does not apply to employer money paid without savings, nor to the participant's own savings", () => {
    expect(employer({ PlanID: 'A', Rate: '3' }, 3)).toBeNull()
    expect(employer({ MatchRate: '0' }, 3)).toBeNull()
    expect(
      matchOf({ kind: 'pretax', rate: 3, attributes: { MatchRate: '50' }, match: undefined }),
    ).toBeNull()
  })
})

describe('a match’s amount', () => {
  test.each([
    [{ MatchRate: '50', MatchLimit: '6' }, 3_000, 1_500],
    [{ MatchRate: '50', MatchLimit: '6' }, 12_000, 3_000],
    [{ MatchRate: '50', MatchLimit: '6' }, 0, 0],
    [{ MatchRate: '100', MatchLimit: '3', MatchRate2: '50', MatchLimit2: '5' }, 4_000, 3_500],
    [{ MatchRate: '100', MatchLimit: '3', MatchRate2: '50', MatchLimit2: '5' }, 9_000, 4_000],
    [{ MatchRate: '100', MatchLimit: '6', MatchMaxAmount: '2000' }, 6_000, 2_000],
    [{ MatchRate: 'half' }, 6_000, null],
  ])(
    'for the rule %j, savings of %d dollars and pay of 100,000 is %j',
    (attributes, saved, brings) => {
      const match = employer(attributes)
      expect(match && matchDollars(match, saved, 100_000)).toBe(brings)
    },
  )

  test.each([
    [{ MatchRate: '50', MatchLimit: '6' }, null, 6],
    [{ MatchRate: '50' }, 3, 6],
    [{ MatchRate: '100', MatchLimit: '3', MatchRate2: '50', MatchLimit2: '5' }, null, 5],
    [{ MatchRate: '100', MatchLimit: '6', MatchMaxAmount: '2000' }, null, 2],
    [{ MatchRate: '50' }, null, null],
  ])(
    'for the rule %j and a recorded rate of %j is complete at savings of %j percent',
    (attributes, rate, at) => {
      const match = employer(attributes, rate)
      expect(match && wholeMatchAt(match, 100_000)).toBe(at)
    },
  )
})

describe('a match in the file', () => {
  const contributionsOf = (body: string, preset: number) => {
    const mapping = mappingPresets[preset]
    if (!mapping) throw new Error(`there is no preset ${preset}`)
    const reading = readParticipantXml(body, { mapping })
    if (!reading.ok) throw new Error(reading.error.message)
    return reading.value
  }

  test('can be written as elements, if the mapping says so', () => {
    const { participants } = contributionsOf(
      '<Participants><Participant><UserID>1</UserID><Plan><PlanID>A</PlanID></Plan><EmployerContribution><PlanID>A</PlanID><Match><Rate>50</Rate><Limit>6</Limit></Match></EmployerContribution></Participant></Participants>',
      1,
    )
    const [rule] = participants[0]?.contributions ?? []
    const match = rule === undefined ? null : matchOf(rule)
    expect(match && plain(matchWords(match))).toBe('50¢ per $1 on the first 6% of pay')
  })

  test('causes a warning if it is not understood or looks like a fraction', () => {
    const { warnings } = contributionsOf(
      '<Enroll><Participant UserID="1" DOB="1980-01-01"/><InstAcct PlanID="A"/><EmployerContributionRules PlanID="A" MatchRate="half"/><EmployerContributionRules PlanID="A" MatchRate="0.5" MatchLimit="6"/></Enroll>',
      0,
    )
    const said = warnings.map(({ message }) => plain(message)).join(' ')
    expect(said).toContain(
      'The employer pays a match that is not understood: MatchRate=half. What it brings is not counted.',
    )
    expect(said).toContain(
      'A match rate is 0.5; it is read as 0.5¢ per $1. A match of the whole dollar is written 100.',
    )
  })
})
