import { deskSteps } from '#shared/desk/texts.ts'
import { optOutStandingSchema } from '#shared/receipt/standing.ts'
import type { ChannelName } from '#shared/ipc/contract.ts'
import { plainScenario } from '#shared/records/scenario.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'

/** The ids of what the core already contains, and the secret to enter. */
interface There {
  readonly environmentId: string
  readonly handle: string
  readonly forecastId: string
  readonly unkeptId: string
  readonly secret: string
}

/** Valid payloads, so that fuzzing starts near what a handler accepts. */
export const rightPayloads = ({
  environmentId,
  handle,
  forecastId,
  unkeptId,
  secret,
}: There): Readonly<Record<ChannelName, unknown>> => {
  const environment = { environmentId }
  const submissionId = 'no-such-submission'
  const listId = '00000000-0000-4000-8000-000000000000'
  const wrapUp = { disposition: 'sent', note: '', endedAt: '2026-11-20T12:05:00Z' }
  return {
    'participant.current': { handle },
    'participant.openOnly': { handle, index: 0 },
    'participant.split': { handle },
    'callFirst.openFile': { handle },
    'callFirst.openFolder': { jobId: 'folder' },
    'callFirst.begin': { name: 'Dropped' },
    'callFirst.addFile': {
      callListId: 'no-such-callList',
      name: 'a.xml',
      bytes: new TextEncoder().encode('<a/>'),
    },
    'callFirst.get': { callListId: 'no-such-callList' },
    'callFirst.run': { callListId: 'no-such-callList', scope: 'all', jobId: 'callList' },
    'callFirst.openOnly': { callListId: 'no-such-callList', row: 0 },
    'callFirst.close': { callListId: 'no-such-callList' },
    'mapping.get': {},
    'mapping.save': { mapping: publishedMapping },
    'mapping.preview': { handle, mapping: publishedMapping },
    'app.info': {},
    'keychain.reopen': {},
    'lock.state': {},
    'lock.unlock': { passphrase: 'no passphrase is set' },
    'lock.lock': {},
    'lock.touch': {},
    // Too short on purpose: a valid passphrase would lock the program for the channels tested next.
    'lock.setPassphrase': { current: '', next: 'short' },
    'lock.removePassphrase': { current: '' },
    'settings.get': {},
    'settings.change': { theme: 'dark' },
    'environments.list': {},
    'environments.save': {
      name: 'Another',
      kind: 'uat',
      baseUrl: 'https://another.example',
      clientId: 'A',
      credentialStyle: 'form',
    },
    'environments.remove': { environmentId: 'no-such-environment' },
    'environments.select': { environmentId: 'training' },
    'credentials.save': {
      ...environment,
      credentials: { style: 'basic', clientId: 'uat-id', clientSecret: secret },
    },
    'credentials.forget': { environmentId: 'no-such-environment' },
    'credentials.saveTransaction': {
      ...environment,
      sid: `${secret}-sid`,
      cookie: `${secret}-cookie`,
      transUrl: 'https://recordkeeper.example/receive',
    },
    'credentials.forgetTransaction': { environmentId: 'no-such-environment' },
    'traffic.list': {},
    'traffic.open': { id: 'no-such-call' },
    'traffic.clear': {},
    'traffic.export': {},
    'network.get': {},
    'network.saveProxyCredentials': { proxy: 'proxy.example:8080', user: 'ada', password: secret },
    'network.forgetProxyCredentials': {},
    'network.addRoots': { pem: '' },
    'network.confirmRoot': { fingerprint: 'AB:CD' },
    'network.removeRoot': { fingerprint: 'AB:CD' },
    'session.test': { ...environment, jobId: 'test' },
    'session.renew': environment,
    'session.forget': environment,
    'participant.examples': {},
    'participant.open': { kind: 'file', name: 'a.xml', bytes: new TextEncoder().encode('<a/>') },
    'participant.choose': { handle, index: 0 },
    'participant.text': { handle },
    'participant.close': { handle: 'no-such-handle' },
    'participant.recents': {},
    'participant.forgetRecents': {},
    'forecast.run': {
      handle,
      operation: 'forecastCurrent',
      inputs: { RetirementAge: 66 },
      jobId: 'run',
    },
    'scenario.list': { handle },
    'scenario.describe': { id: forecastId, scenario: plainScenario },
    'scenario.today': { id: forecastId },
    'scenario.duplicate': { id: forecastId, scenario: plainScenario },
    'scenario.unkept': { handle },
    'scenario.openUnkept': { id: unkeptId },
    'forecast.keep': { id: unkeptId },
    'forecast.caseInformation': {
      inputs: { Salary: 60_000, RetirementAge: 67, DOB: '1980-02-29' },
      jobId: 'case',
    },
    'records.search': { words: ['ACME'] },
    'job.cancel': { jobId: 'no-such-job' },
    'submission.review': {
      operation: 'optout',
      participantId: 'U-1',
      firstName: 'Ada',
      lastName: 'Byron',
      optoutInfo: [{ PlanId: 'P', PlanType: '401K' }],
      reason: '',
    },
    'submission.send': { submissionId },
    'submission.discard': { submissionId },
    'submission.settle': { submissionId, wentThrough: true, note: 'asked', transactionId: '' },
    'desk.config.get': environment,
    'desk.config.save': {
      ...environment,
      texts: {
        checks: [{ id: 'dob', text: 'Date of birth' }],
        checksNeeded: 1,
        reasons: [{ code: 'fee', text: 'Fee too high', needsNote: false, notice: '' }],
        dispositions: [
          { code: 'sent', text: 'Opted out', needsNote: false, unsent: false },
          { code: 'gone', text: 'Hung up', needsNote: false, unsent: true },
        ],
        scripts: Object.fromEntries(deskSteps.map((step) => [step, `Say ${step}.`])),
        outcomes: Object.fromEntries(
          optOutStandingSchema.options.map((standing) => [standing, `Say ${standing}.`]),
        ),
      },
    },
    'desk.earlier': { participantId: 'U-1' },
    'desk.wrapUp': { receiptId: 'no-such-receipt', wrapUp },
    'desk.endCall': {
      ...environment,
      call: {
        startedAt: '2026-11-20T12:00:00Z',
        textsVersion: 0,
        checksPassed: [],
        reasonCode: '',
        note: '',
      },
      wrapUp,
    },
    'desk.unwrapped': {},
    'plans.list': { environmentId },
    'plans.import': {
      environmentId,
      bytes: new TextEncoder().encode('PlanId,PlanType\nACME401K,401K\n'),
    },
    'plans.remove': { environmentId, planId: 'ACME401K' },
    'desk.report': { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' },
    'list.all': {},
    'list.open': {
      fileName: 'leavers.csv',
      bytes: new TextEncoder().encode('ParticipantId,PlanId\nU-1,P\n'),
    },
    'list.read': { listId, reading: { delimiter: ';' } },
    'list.check': {
      listId,
      mapping: {
        participantId: 0,
        firstName: null,
        lastName: null,
        planId: 1,
        planType: null,
        reason: null,
      },
      defaults: { planType: '401K', reason: '', planSeparator: '' },
    },
    'list.rows': { listId, offset: 0, limit: 50 },
    'list.start': {
      listId,
      options: {
        concurrency: 4,
        perMinute: null,
        stopAfterErrors: 10,
        overrideReason: '',
        sendsUnusual: false,
      },
      rowsToSend: 1,
    },
    'list.pause': { listId },
    'list.rerunFailed': { listId },
    'list.outcome': { listId, as: 'json' },
    'list.remove': { listId },
    'export.save': {
      subject: 'overview',
      format: 'csv',
      name: 'opt-outs.csv',
      bytes: new TextEncoder().encode('a,b\n'),
    },
    'receipt.pdf': { receiptId: forecastId, masked: true },
    'report.sources': { forecastId },
    'report.preview': {
      todayId: forecastId,
      planId: null,
      goalMonth: 4000,
      parts: ['income', 'assumptions'],
      paper: 'letter',
      masked: true,
    },
    'report.pdf': {
      todayId: forecastId,
      planId: null,
      goalMonth: null,
      parts: [],
      paper: 'a4',
      masked: false,
    },
    'report.logo': {},
    'report.saveLogo': { bytes: new TextEncoder().encode('GIF89a') },
    'report.removeLogo': {},
    'records.list': {},
    'records.open': { id: forecastId },
    'records.verbatim': { id: forecastId },
    'records.marks': { of: 'record', id: forecastId },
    'records.remove': { id: 'no-such-record' },
    'training.faults.get': {},
    'training.faults.set': { target: 'optout', fault: { kind: 'status', status: 503 }, times: 1 },
    'training.faults.clear': {},
    'training.exampleList': {},
    'activity.list': { limit: 100, action: 'forecast' },
    'activity.verify': {},
    'activity.export': { format: 'csv' },
    'activity.recordUse': { action: 'print', recordId: forecastId },
  }
}
