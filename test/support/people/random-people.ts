import { fundCatalogue } from '#electron/training/engine/funds.ts'
import {
  nextFraction,
  seededState,
  type RandomState,
} from '#electron/training/engine/paths/random.ts'
import {
  lineups,
  type ContributionSpec,
  type PensionSpec,
  type PersonSpec,
  type PlanSpec,
} from '#electron/training/people/person-xml.ts'

const firstNames = {
  F: [
    'Ana',
    'Zoë',
    'Ingrid',
    'Renée',
    'Małgorzata',
    'Priya',
    'Grace',
    'Noor',
    'Beth',
    'Sinéad',
    'Yuki',
    'Thandi',
  ],
  M: [
    'José',
    'Søren',
    'Jürgen',
    'Łukasz',
    'Tomáš',
    'Ravi',
    'Daniel',
    'Omar',
    'Kwame',
    'Pádraig',
    'Kenji',
    'Luis',
  ],
} as const
const lastNames = [
  ...[
    'García',
    'Müller',
    'O’Brien',
    'Smith & Sons',
    'Nuñez',
    'Brännström',
    'Kowalski',
    'Novák',
    'Çelik',
    'Johnson',
  ],
  ...[
    'Nguyen',
    'Delacroix',
    'Wójcik',
    'Fernandes',
    'Okafor',
    'Van der Berg',
    'Singh',
    'Ferreira',
    '李',
    'Martin',
  ],
]
const places = [
  ['Austin', 'TX', '787'],
  ['Columbus', 'OH', '432'],
  ['San José', 'CA', '951'],
  ['Cañon City', 'CO', '812'],
  ['Portland', 'ME', '041'],
] as const
const streets = ['Juniper Street', 'Lakeview Drive', 'Calle Ñandú', 'Elm & Third', 'Rue Québec']
const planTypes = [
  '401K',
  '401K',
  '403B',
  '457B',
  '401A',
  'Profit Sharing',
  'Roth IRA',
  'Traditional IRA',
]
const statuses = ['Active', 'Active', 'Active', 'Active', 'Termed']
const [anyLineup = [], ...otherLineups] = ['index', 'public', 'small', 'standard'].map(
  (name) => lineups.get(name) ?? [],
)

const pick = <T>(
  state: RandomState,
  options: readonly [T, ...T[]] | readonly T[],
  fallback: T,
): T => options[Math.floor(nextFraction(state) * options.length)] ?? fallback

const between = (state: RandomState, low: number, high: number): number =>
  low + nextFraction(state) * (high - low)
const whole = (state: RandomState, low: number, high: number): number =>
  Math.floor(between(state, low, high + 1))
const chance = (state: RandomState, probability: number): boolean =>
  nextFraction(state) < probability
const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Whole percentages for one to eight funds from a line-up, adding up to 100. */
const mixOf = (state: RandomState, lineup: readonly string[]): Readonly<Record<string, number>> => {
  const held = lineup.filter(() => chance(state, 0.4)).slice(0, 8)
  const funds = held.length > 0 ? held : lineup.slice(0, 1)
  const cuts = funds
    .slice(1)
    .map(() => whole(state, 0, 100))
    .toSorted((left, right) => left - right)
  return Object.fromEntries(
    funds.map((fundId, index) => [
      fundId,
      (cuts[index] ?? 100) - (index === 0 ? 0 : (cuts[index - 1] ?? 0)),
    ]),
  )
}

const contributionsOf = (state: RandomState, working: boolean): readonly ContributionSpec[] => {
  if (!working) return []
  const match = chance(state, 0.5)
    ? { match: { rate: pick(state, [50, 100], 50), limit: whole(state, 3, 6) } }
    : {}
  return [
    { kind: 'pretax', rate: whole(state, 0, 15) },
    ...(chance(state, 0.3) ? [{ kind: 'roth', rate: whole(state, 1, 6) } as const] : []),
    ...(chance(state, 0.1) ? [{ kind: 'posttax', rate: whole(state, 1, 4) } as const] : []),
    ...(chance(state, 0.7)
      ? [{ kind: 'employer', rate: whole(state, 1, 6), ...match } as const]
      : []),
  ]
}

const planOf = (state: RandomState, planId: string, working: boolean): PlanSpec => {
  const everyFund = fundCatalogue.map(({ id }) => id)
  const lineup = chance(state, 0.05)
    ? everyFund
    : pick(state, [anyLineup, ...otherLineups], anyLineup)
  return {
    planId,
    planType: pick(state, planTypes, '401K'),
    status: working ? pick(state, statuses, 'Active') : 'Retired',
    balance: chance(state, 0.05) ? 0 : Math.round(10 ** between(state, 2.5, 6.2) * 100) / 100,
    mix: mixOf(state, lineup),
    lineup,
    contributions: contributionsOf(state, working),
  }
}

const pensionsOf = (state: RandomState): readonly PensionSpec[] =>
  chance(state, 0.25)
    ? [
        {
          amount: whole(state, 2, 40) * 600,
          startYear: whole(state, 2022, 2045),
          cola: chance(state, 0.5),
        },
      ]
    : []

const personOf = (state: RandomState, index: number, seed: string): PersonSpec => {
  const gender = pick(state, ['F', 'M'] as const, 'F')
  const birthYear = whole(state, 1945, 2004)
  const working = birthYear > 1959 || chance(state, 0.3)
  const id = `person-${seed}-${String(index).padStart(5, '0')}`
  const [city, state2, zip] = pick(state, places, places[0])
  const plans = whole(state, 1, 3)
  return {
    id,
    userId: `GP${seed}-${String(index).padStart(5, '0')}`,
    firstName: pick(state, firstNames[gender], 'Ana'),
    ...(chance(state, 0.2) ? { middleName: pick(state, ['J', 'M', 'Q'], 'J') } : {}),
    lastName: pick(state, lastNames, 'Smith'),
    dateOfBirth: `${birthYear}-${twoDigits(whole(state, 1, 12))}-${twoDigits(whole(state, 1, 28))}`,
    ...(chance(state, 0.05) ? {} : { gender }),
    married: chance(state, 0.55),
    address: [
      `${whole(state, 1, 999)} ${pick(state, streets, 'Juniper Street')}`,
      city,
      state2,
      `${zip}${twoDigits(whole(state, 0, 99))}`,
    ],
    salary: working ? whole(state, 180, 2400) * 100 : 0,
    pensions: pensionsOf(state),
    plans: Array.from({ length: plans }, (_, position) =>
      planOf(state, `PLAN${seed}-${whole(state, 1, 40)}-${position + 1}`, working),
    ),
    reason: 'Made up at random.',
  }
}

/** `count` random people; the same seed gives the same people. They are for testing and need not be realistic. */
export const randomPeople = (count: number, seed: string): readonly PersonSpec[] => {
  const state = seededState(`people ${seed}`)
  return Array.from({ length: count }, (_, index) => personOf(state, index + 1, seed))
}
