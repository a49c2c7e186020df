import type { Account, Holding, ParticipantProfile } from '#shared/participant/profile.ts'
import type {
  ExampleParticipant,
  OpenedParticipant,
  RecentParticipant,
} from '#shared/participant/opened.ts'

/** Made-up participants and their files. Each function returns a fresh copy, with the changes in `over`. */

export const hoursAgo = (hours: number): string =>
  new Date(Date.now() - hours * 3_600_000).toISOString()

const holding = (fundId: string, name: string, balance: number): Holding => ({
  fundId,
  fundIdType: 'CusFundID',
  name,
  transactionId: fundId,
  balance,
  currentMin: 0,
  currentMax: 100,
  futureMax: 100,
})

export const anAccount = (over: Partial<Account> = {}): Account => ({
  planId: 'ACME401K',
  planType: '401K',
  status: 'Active',
  combinedLimit: 75,
  balance: 214_350,
  holdings: [
    holding('LCB01', 'Large Company Index', 98_200),
    holding('INT02', 'International Equity', 41_150),
    holding('BND03', 'Core Bond', 55_000),
    holding('STV04', 'Stable Value', 20_000),
  ],
  line: 18,
  ...over,
})

export const manyFunds = (many: number): Holding[] =>
  Array.from({ length: many }, (_, index) =>
    holding(
      `F${String(index + 1).padStart(3, '0')}`,
      `Fund number ${index + 1}`,
      30_000 + index * 1375,
    ),
  )

export const aProfile = (over: Partial<ParticipantProfile> = {}): ParticipantProfile => ({
  userId: 'P-100482',
  clientId: 'TRAINING',
  firstName: 'Maria',
  middleName: '',
  lastName: 'Alvarez',
  dateOfBirth: '1980-04-12',
  gender: 'F',
  maritalStatus: 'Married',
  email: '',
  city: 'Columbus',
  state: 'OH',
  socialSecurityFlag: 'Y',
  salary: 92_000,
  pensions: [{ amount: 12_400, startYear: '2045', cola: true, line: 14 }],
  accounts: [
    anAccount(),
    anAccount({
      planId: 'ACME457',
      planType: '457(b)',
      balance: 94_125,
      holdings: manyFunds(3),
      line: 41,
    }),
  ],
  contributions: [
    {
      kind: 'pretax',
      planId: 'ACME401K',
      rate: 6,
      amount: null,
      attributes: { Rate: '6' },
      line: 52,
    },
    {
      kind: 'roth',
      planId: 'ACME401K',
      rate: 2,
      amount: null,
      attributes: { Rate: '2' },
      line: 55,
    },
    {
      kind: 'employer',
      planId: 'ACME401K',
      rate: 4,
      amount: null,
      attributes: { Rate: '4' },
      line: 58,
    },
  ],
  line: 6,
  ...over,
})

export const anOpened = (over: Partial<OpenedParticipant> = {}): OpenedParticipant => ({
  handle: 'handle-1',
  fileName: 'alvarez.xml',
  encoding: 'UTF-8',
  bytes: 6120,
  characters: 6118,
  sha256: '9f2c4ab17e0d5533c2b8a1f06e7d4c9b8a7f6e5d4c3b2a190817263544536271',
  openedAt: hoursAgo(0),
  participants: [aProfile()],
  chosen: 0,
  warnings: [
    {
      line: 14,
      column: 7,
      message: ['Pension start “2045-06-01” is a full date; the year 2045 is used.'],
    },
    { line: 44, column: 11, message: ['A holding has no fund identifier.'] },
  ],
  ...over,
})

export const someExamples = (): ExampleParticipant[] => [
  {
    id: 'starter',
    name: 'Jordan Reed',
    age: 24,
    reason: 'A first job, a small balance, and forty years ahead.',
  },
  {
    id: 'mid',
    name: 'Maria Alvarez',
    age: 46,
    reason: 'Mid-career with two plans and a modest pension.',
  },
  {
    id: 'near',
    name: 'Walter Nguyen',
    age: 63,
    reason: 'Near retirement with a pension that starts in two years.',
  },
  {
    id: 'over',
    name: 'Priya Shah',
    age: 52,
    reason: 'Saves far more than most; is it more than needed?',
  },
  {
    id: 'stock',
    name: 'Dale Kowalski',
    age: 49,
    reason: 'Nearly everything in one company’s stock.',
  },
  { id: 'roth', name: 'Amina Osei', age: 35, reason: 'Saves part of her pay after tax, as Roth.' },
  {
    id: 'public',
    name: 'Ruth Lindgren',
    age: 57,
    reason: 'A public employee with a 403(b) and a 457(b).',
  },
  {
    id: 'large',
    name: 'George Whitaker',
    age: 60,
    reason: 'A large account spread over 40 funds.',
  },
]

export const someRecents = (): RecentParticipant[] => [
  { id: 'r1', fileName: 'alvarez.xml', participantName: 'Maria Alvarez', openedAt: hoursAgo(2) },
  {
    id: 'r2',
    fileName: 'call-2026-11-19.xml',
    participantName: 'Walter Nguyen',
    openedAt: hoursAgo(27),
  },
]
