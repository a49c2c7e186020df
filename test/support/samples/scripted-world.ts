import { defaultTexts } from '#shared/desk/default-texts.ts'
import type { BackupView } from '#shared/backup/backup.ts'
import type { DeskConfig } from '#shared/desk/texts.ts'
import type { LockState } from '#shared/lock/lock.ts'
import type { NetworkView } from '#shared/environments/network.ts'
import type { AppInfo, Settings } from '#shared/environments/settings.ts'
import type { EnvironmentView } from '#shared/environments/environment.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import type { SavedCaseInformation } from '#shared/records/saved.ts'
import { keepsAll } from '#shared/environments/retention.ts'
import { ok } from '#shared/result.ts'
import { countsOf, type BadDay, type SetFault } from '#shared/training/faults.ts'
import {
  createScriptedBridge,
  type ScriptedBridge,
  type Scripts,
} from '../doubles/scripted-bridge.ts'
import { anOpened, hoursAgo, someExamples, someRecents } from './scripted-people.ts'

/**
 * Made-up people and environments for tests of the page. Each function returns a fresh copy, with
 * the changes in `over`.
 */

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
  rothCatchUp: 'unknown',
  higherCatchUp: 'unknown',
  headlinePercentile: 50,
  cautiousPercentile: 10,
  runOnChange: 'exceptProduction',
  duplicateGuardDays: 30,
  activityYears: 6,
  retention: keepsAll,
  keepParticipantFile: false,
  maskIdentifiers: true,
  lockAfterMinutes: 15,
  offerRecoveryKit: true,
  backupFolder: '',
  backupsKept: 7,
  advisor: { name: '', contact: '' },
  report: { firmName: '', disclosure: '', paper: 'letter' },
  ...over,
})

export const aBackupView = (over: Partial<BackupView> = {}): BackupView => ({
  folder: '',
  isPicked: true,
  backups: [],
  unreadable: '',
  isBeingMade: false,
  failure: null,
  damage: '',
  ...over,
})

export const aLockState = (over: Partial<LockState> = {}): LockState => ({
  locked: false,
  passphrase: 'none',
  encrypts: false,
  asked: false,
  ending: false,
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

export const aSummary = (over: Partial<RecordSummary> = {}): RecordSummary => ({
  id: 'rec-1',
  kind: 'forecast',
  savedAt: hoursAgo(1),
  environment: { id: 'training', name: 'Training', kind: 'training' },
  subject: { participantId: 'P-100482', name: 'Maria Alvarez' },
  summary: ['with retirement age 67'],
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
    summary: ['Enrollment accepted'],
    outcome: 'accepted',
  }),
  aSummary({
    id: 'rec-3',
    kind: 'receipt',
    savedAt: hoursAgo(26),
    subject: { participantId: 'P-2201', name: 'Walter Nguyen' },
    environment: { id: 'uat', name: 'Acme 401(k) UAT', kind: 'uat' },
    summary: ['Opt-out: in doubt'],
    outcome: 'inDoubt',
  }),
  aSummary({
    id: 'rec-4',
    kind: 'caseInformation',
    savedAt: hoursAgo(28),
    subject: { participantId: '', name: '' },
    summary: ['life expectancy 87'],
  }),
  aSummary({
    id: 'rec-5',
    kind: 'forecastCurrent',
    savedAt: hoursAgo(120),
    subject: { participantId: 'P-77', name: 'Priya Shah' },
    summary: [],
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
  ignoredVariables: [],
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

/** Answers for every channel that a screen calls by itself. */
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
    'recovery.state': () => ok({ key: 'here', kit: 'taken', offer: false }),
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
    'backup.get': () => ok(aBackupView()),
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
    'scenario.today': () => ok(null),
    'scenario.unkept': () => ok([]),
    'since.find': () => ok(null),
    'records.list': () => ok(someSummaries()),
    'records.tag': () => ok({}),
    'records.keepsFile': () => ok({ kept: false }),
    'records.presented': () => ok({}),
    'report.keep': () => ok({}),
    'records.holds': () => ok([]),
    'records.due': () => ok({ counts: keepsAll, held: 0, inDoubt: 0 }),
    'records.marks': () => ok([]),
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

/** A host that answers everything with made-up data. */
export const createScriptedWorld = (over: Scripts = {}): ScriptedBridge =>
  createScriptedBridge({ ...worldScripts(), ...over })
