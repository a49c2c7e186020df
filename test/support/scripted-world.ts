import { defaultTexts } from '#electron/core/desk/default-texts.ts'
import type { DeskConfig } from '#shared/desk/texts.ts'
import type { Account, Holding, ParticipantProfile } from '#shared/participant/profile.ts'
import type { LockState } from '#shared/lock/lock.ts'
import type { NetworkView } from '#shared/settings/network.ts'
import type { AppInfo, Settings } from '#shared/settings/settings.ts'
import type { EnvironmentView } from '#shared/settings/environment.ts'
import type {
  ExampleParticipant,
  OpenedParticipant,
  RecentParticipant,
} from '#shared/participant/opened.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import type { SavedCaseInformation } from '#shared/records/saved.ts'
import { ok } from '#shared/result.ts'
import { countsOf, type BadDay, type SetFault } from '#shared/training/faults.ts'
import { createScriptedBridge, type ScriptedBridge, type Scripts } from './scripted-bridge.ts'

/** Invented people and places for tests of the page. Each function returns a new copy, changed by `over`. */

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

export const anInfo = (over: Partial<AppInfo> = {}): AppInfo => ({
  version: '0.1.0',
  host: 'browser',
  platform: 'linux',
  dataDir: '/home/advisor/.config/Glidepath',
  keychain: { kind: 'system' },
  savedRecords: { persistent: true, message: 'Stored encrypted on this computer' },
  maxParticipantBytes: 64_000_000,
  ...over,
})

export const someSettings = (over: Partial<Settings> = {}): Settings => ({
  theme: 'system',
  activeEnvironmentId: 'training',
  onTrackShare: 70,
  headlinePercentile: 50,
  cautiousPercentile: 10,
  runOnChange: 'exceptProduction',
  duplicateGuardDays: 30,
  activityYears: 6,
  maskIdentifiers: true,
  lockAfterMinutes: 15,
  report: { firmName: '', disclosure: '', paper: 'letter' },
  ...over,
})

export const aLockState = (over: Partial<LockState> = {}): LockState => ({
  locked: false,
  passphrase: 'none',
  failures: 0,
  waitSeconds: 0,
  ...over,
})

export const anEnvironment = (over: Partial<EnvironmentView> = {}): EnvironmentView => ({
  id: 'training',
  name: 'Training',
  kind: 'training',
  baseUrl: 'http://127.0.0.1:40123',
  clientId: 'TRAINING',
  credentialStyle: 'basic',
  place: 'training',
  credentials: 'builtIn',
  transactionSecrets: 'none',
  managed: false,
  unavailable: '',
  token: {
    kind: 'valid',
    obtainedAt: hoursAgo(0.3),
    validUntil: hoursAgo(-23.7),
    secondsLeft: 85_305,
  },
  ...over,
})

export const anotherEnvironment = (over: Partial<EnvironmentView> = {}): EnvironmentView =>
  anEnvironment({
    id: 'uat',
    name: 'Acme 401(k) UAT',
    kind: 'uat',
    baseUrl: 'https://uat.express.example.com',
    clientId: 'ACME',
    place: 'place-of-uat',
    credentials: 'none',
    token: { kind: 'none' },
    ...over,
  })

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
      balance: 38_900,
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
      message: 'Pension start “2045-06-01” is a full date; the year 2045 is used.',
    },
    { line: 44, column: 11, message: 'A holding has no fund identifier.' },
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

export const aSummary = (over: Partial<RecordSummary> = {}): RecordSummary => ({
  id: 'rec-1',
  kind: 'forecast',
  savedAt: hoursAgo(1),
  environment: { id: 'training', name: 'Training', kind: 'training' },
  subject: { participantId: 'P-100482', name: 'Maria Alvarez' },
  summary: '$48,210 now, $56,900 revised',
  outcome: null,
  foundBy: '',
  settled: null,
  likeness: { body: '', file: '', service: '' },
  ...over,
})

export const someSummaries = (): RecordSummary[] => [
  aSummary(),
  aSummary({
    id: 'rec-2',
    kind: 'receipt',
    savedAt: hoursAgo(2),
    summary: 'Enrollment accepted',
    outcome: 'accepted',
  }),
  aSummary({
    id: 'rec-3',
    kind: 'receipt',
    savedAt: hoursAgo(26),
    subject: { participantId: 'P-2201', name: 'Walter Nguyen' },
    environment: { id: 'uat', name: 'Acme 401(k) UAT', kind: 'uat' },
    summary: 'Opt-out: in doubt',
    outcome: 'inDoubt',
  }),
  aSummary({
    id: 'rec-4',
    kind: 'caseInformation',
    savedAt: hoursAgo(28),
    subject: { participantId: '', name: '' },
    summary: 'Life expectancy 87, Social Security from $21,800 a year',
  }),
  aSummary({
    id: 'rec-5',
    kind: 'forecastCurrent',
    savedAt: hoursAgo(120),
    subject: { participantId: 'P-77', name: 'Priya Shah' },
    summary: '$104,300 now',
  }),
]

export const aSavedCase = (over: Partial<SavedCaseInformation> = {}): SavedCaseInformation => ({
  id: 'rec-4',
  kind: 'caseInformation',
  savedAt: hoursAgo(28),
  environment: { id: 'training', name: 'Training', kind: 'training' },
  subject: { participantId: 'P-100482', name: 'Maria Alvarez' },
  appVersion: '0.1.0',
  inputs: { Salary: 92_000, RetirementAge: 67, DOB: '1980-04-12' },
  reading: {
    socialSecurity: [{ age: 62, amount: 21_800, penaltyAmount: 9200 }],
    lifeExpectancyAge: 87,
    notes: [],
  },
  durationMs: 140,
  ...over,
})

export const aNetwork = (over: Partial<NetworkView> = {}): NetworkView => ({
  ways: ['direct'],
  source: 'system',
  proxy: { asking: '', storedFor: '', stored: 'none' },
  roots: [],
  ...over,
})

export const aDeskConfig = (over: Partial<DeskConfig> = {}): DeskConfig => ({
  environmentId: 'training',
  version: 0,
  savedAt: null,
  savedBy: '',
  texts: defaultTexts,
  ...over,
})

/** Answers for every channel that a screen asks by itself. */
export const worldScripts = (): Scripts => {
  let settings = someSettings()
  let environments = [anEnvironment(), anotherEnvironment()]
  let faults: readonly SetFault[] = []
  const nothingYet = countsOf(() => 0)
  const day = (): BadDay => ({
    faults: [...faults],
    received: nothingYet,
    executed: nothingYet,
    tokensIssued: 0,
  })
  const find = (id: string): EnvironmentView =>
    environments.find((each) => each.id === id) ?? anEnvironment({ id })
  const put = (next: EnvironmentView): EnvironmentView => {
    environments = [...environments.filter((each) => each.id !== next.id), next]
    return next
  }
  return {
    'app.info': () => ok(anInfo()),
    'lock.state': () => ok(aLockState()),
    'lock.touch': () => ok({}),
    'settings.get': () => ok(settings),
    'settings.change': (patch) => {
      const given = Object.fromEntries(
        Object.entries(patch).filter(([, value]) => value !== undefined),
      )
      settings = { ...settings, ...given }
      return ok(settings)
    },
    'environments.list': () => ok(environments),
    'environments.save': (input) =>
      ok(put(anotherEnvironment({ ...input, id: input.id ?? `env-${environments.length + 1}` }))),
    'environments.remove': ({ environmentId }) => {
      environments = environments.filter((each) => each.id !== environmentId)
      return ok({})
    },
    'environments.select': ({ environmentId }) => {
      settings = { ...settings, activeEnvironmentId: environmentId }
      return ok(settings)
    },
    'credentials.save': ({ to }) => ok(put({ ...find(to.environmentId), credentials: 'keychain' })),
    'credentials.forget': ({ environmentId }) =>
      ok(put({ ...find(environmentId), credentials: 'none', token: { kind: 'none' } })),
    'credentials.saveTransaction': ({ to }) =>
      ok(put({ ...find(to.environmentId), transactionSecrets: 'keychain' })),
    'credentials.forgetTransaction': ({ environmentId }) =>
      ok(put({ ...find(environmentId), transactionSecrets: 'none' })),
    'traffic.list': () => ok([]),
    'traffic.clear': () => ok({}),
    'traffic.export': () => ok({ text: 'Glidepath 0.1.0 support file\n' }),
    'network.get': () => ok(aNetwork()),
    'session.test': () =>
      ok({
        ok: false,
        steps: [
          { name: 'Address', outcome: 'passed', detail: 'https://uat.express.example.com' },
          {
            name: 'Access token',
            outcome: 'failed',
            detail: 'The service answered 401: invalid_client.',
          },
          { name: 'Service', outcome: 'notRun', detail: 'Not tried without a token.' },
        ],
      }),
    'session.renew': ({ to }) =>
      ok(put({ ...find(to.environmentId), token: anEnvironment().token })),
    'session.forget': ({ environmentId }) =>
      ok(put({ ...find(environmentId), token: { kind: 'none' } })),
    'participant.examples': () => ok(someExamples()),
    'participant.recents': () => ok(someRecents()),
    'participant.forgetRecents': () => ok({}),
    'participant.open': () => ok(anOpened()),
    'participant.choose': ({ index }) => ok(anOpened({ chosen: index })),
    'participant.text': () => ok({ text: '<?xml version="1.0"?>\n<BatchParticipantInput/>' }),
    'participant.close': () => ok({}),
    'job.cancel': () => ok({}),
    'scenario.list': () => ok([]),
    'scenario.unkept': () => ok([]),
    'records.list': () => ok(someSummaries()),
    'records.search': ({ words }) => ok(words.map(() => [])),
    'records.remove': () => ok({}),
    'list.all': () => ok([]),
    'training.faults.get': () => ok(day()),
    'training.faults.set': ({ target, fault, times = 1, after = 0 }) => {
      faults = [...faults, { target, fault, times, after, fired: 0 }]
      return ok(day())
    },
    'training.faults.clear': () => {
      faults = []
      return ok(day())
    },
    'desk.config.get': ({ environmentId }) => ok(aDeskConfig({ environmentId })),
    'desk.earlier': () => ok([]),
    'plans.list': () => ok([]),
    'plans.import': () => ok({ added: 0, changed: 0, same: 0 }),
    'plans.remove': () => ok({}),
    'desk.endCall': () => ok({}),
    'desk.unwrapped': () => ok([]),
    'submission.discard': () => ok({}),
    'records.verbatim': () => ok({ text: '{"StrategyOutput":[]}' }),
  }
}

/** A host that answers everything with invented data. */
export const createScriptedWorld = (over: Scripts = {}): ScriptedBridge =>
  createScriptedBridge({ ...worldScripts(), ...over })
