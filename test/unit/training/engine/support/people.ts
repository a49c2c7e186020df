import type { Contribution, Holding, ParticipantProfile } from '#shared/participant/profile.ts'
import { fundCatalogue } from '#electron/training/engine/funds.ts'
import {
  nextFraction,
  seededState,
  type RandomState,
} from '#electron/training/engine/paths/random.ts'

export const today = '2026-11-20'

export const holding = (fundId: string, balance: number): Holding => ({
  fundId,
  fundIdType: 'CusFundID',
  name: '',
  transactionId: '',
  balance,
  currentMin: null,
  currentMax: null,
  futureMax: null,
})

export const contribution = (
  kind: Contribution['kind'],
  rate: number,
  fields: Partial<Contribution> = {},
): Contribution => ({
  kind,
  planId: '',
  rate,
  amount: null,
  attributes: {},
  line: 1,
  ...fields,
})

export const account = (
  planId: string,
  holdings: readonly Holding[],
  fields: Partial<ParticipantProfile['accounts'][number]> = {},
): ParticipantProfile['accounts'][number] => ({
  planId,
  planType: '401K',
  status: 'Active',
  combinedLimit: null,
  balance: holdings.reduce((sum, { balance }) => sum + (balance ?? 0), 0),
  holdings: [...holdings],
  line: 1,
  ...fields,
})

/** A middle-aged saver with an ordinary plan; each test changes the fields that matter to it. */
export const saver = (fields: Partial<ParticipantProfile> = {}): ParticipantProfile => ({
  userId: 'saver-1',
  clientId: 'DEVP50',
  firstName: 'Ada',
  middleName: '',
  lastName: 'Example',
  dateOfBirth: '1980-06-15',
  gender: 'F',
  maritalStatus: 'S',
  email: '',
  city: '',
  state: '',
  socialSecurityFlag: '',
  salary: 80_000,
  pensions: [],
  accounts: [
    account('PLAN1', [holding('LCI01', 60_000), holding('BDI01', 40_000), holding('INI01', 0)]),
  ],
  contributions: [contribution('pretax', 6), contribution('employer', 3)],
  line: 1,
  ...fields,
})

const pick = <T>(state: RandomState, options: readonly [T, ...T[]]): T =>
  options[Math.floor(nextFraction(state) * options.length)] ?? options[0]

const between = (state: RandomState, low: number, high: number): number =>
  low + nextFraction(state) * (high - low)

const randomAccount = (
  state: RandomState,
  index: number,
): ParticipantProfile['accounts'][number] => {
  const count = Math.floor(between(state, 1, 9))
  const holdings = Array.from({ length: count }, () =>
    holding(
      fundCatalogue[Math.floor(nextFraction(state) * fundCatalogue.length)]?.id ?? 'LCI01',
      nextFraction(state) < 0.3 ? 0 : Math.round(between(state, 0, 150_000) * 100) / 100,
    ),
  )
  return account(`P${index}`, holdings, {
    planType: pick(state, ['401K', '403B', '457B', 'Roth IRA', 'Traditional IRA']),
    status: pick(state, ['Active', 'Active', 'Active', 'Termed']),
    combinedLimit: pick(state, [null, null, 20, 50]),
  })
}

/**
 * A person with anything that a participant file may contain: ages 20 to 85, no or several accounts, pensions, gaps.
 */
export const randomPerson = (state: RandomState, index: number): ParticipantProfile => {
  const birthYear = Math.floor(between(state, 1941, 2006))
  const month = String(Math.floor(between(state, 1, 13))).padStart(2, '0')
  return saver({
    userId: `random-${index}`,
    dateOfBirth: nextFraction(state) < 0.05 ? '' : `${birthYear}-${month}-01`,
    gender: pick(state, ['M', 'F', '']),
    maritalStatus: pick(state, ['S', 'M', '']),
    salary: pick(state, [
      null,
      0,
      25_000,
      Math.round(between(state, 20_000, 120_000)),
      210_000,
      450_000,
    ]),
    pensions:
      nextFraction(state) < 0.3
        ? [
            {
              amount: Math.round(between(state, 2_000, 40_000)),
              startYear: String(Math.floor(between(state, 2020, 2045))),
              cola: nextFraction(state) < 0.5,
              line: 1,
            },
          ]
        : [],
    accounts: Array.from({ length: Math.floor(between(state, 0, 4.5)) }, (_, position) =>
      randomAccount(state, position),
    ),
    contributions: [
      contribution('pretax', Math.floor(between(state, 0, 16))),
      contribution('roth', pick(state, [0, 0, 3, 8]), { amount: pick(state, [null, null, 2_400]) }),
      contribution('posttax', pick(state, [0, 0, 0, 4])),
      contribution('employer', pick(state, [0, 3, 5])),
    ],
  })
}

/** `count` people from one seed, the same on every run. */
export const randomPeople = (seed: string, count: number): readonly ParticipantProfile[] => {
  const state = seededState(seed)
  return Array.from({ length: count }, (_, index) => randomPerson(state, index))
}
