import { contract, type ChannelName } from '#shared/ipc/contract.ts'
import type { AppInfo } from '#shared/settings/settings.ts'
import type { ConnectionTest, Destination } from '#shared/settings/environment.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { NetworkView } from '#shared/settings/network.ts'
import type { ActivityService } from '../activity/activity.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { Environments } from '../environments/environments.ts'
import type { EnvironmentViews } from '../environments/environment-views.ts'
import type { Exports } from '../exports/exports.ts'
import type { CallLog } from '../traffic/call-log.ts'
import type { Forecasts } from '../forecasts/forecasts.ts'
import type { Job, Jobs } from '../jobs.ts'
import { createSearch } from '../records/library/found-by.ts'
import type { Library } from '../records/library/library.ts'
import type { Lock } from '../lock/lock.ts'
import type { Network } from '../environments/network/network.ts'
import type { Practice } from '../environments/practice/practice.ts'
import type { Batches } from '../lists/batches.ts'
import type { Desk } from '../desk/desk.ts'
import type { Mapping } from '../participant/mapping-store.ts'
import type { Participants } from '../participant/participants.ts'
import type { Rosters } from '../forecasts/all/rosters.ts'
import type { PlanDirectory } from '../environments/plans/plan-directory.ts'
import type { ReceiptPdfs } from '../exports/receipt/receipt-pdfs.ts'
import type { Reports } from '../exports/report/reports.ts'
import type { Scenarios } from '../forecasts/scenarios.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import type { Submissions } from '../submissions/submissions.ts'
import type { TokenSource } from '../credentials/token/token-source.ts'
import { route, type Route } from './route.ts'
import { scenarioRoutes } from './scenario-routes.ts'

/** The services behind the channels; `create-core.ts` builds them. */
export interface RouteNeeds {
  readonly info: () => Promise<AppInfo>
  readonly reopenKeychain: () => Promise<AppInfo>
  readonly settings: SettingsStore
  readonly environments: Environments
  readonly views: EnvironmentViews
  readonly credentials: Credentials
  readonly tokens: TokenSource
  readonly testConnection: (to: Destination, job: Job) => Promise<ConnectionTest>
  readonly participants: Participants
  readonly mapping: Mapping
  readonly forecasts: Forecasts
  readonly scenarios: Scenarios
  readonly rosters: Rosters
  readonly submissions: Submissions
  readonly desk: Desk
  readonly batches: Batches
  readonly plans: PlanDirectory
  readonly library: Library
  readonly jobs: Jobs
  readonly calls: CallLog
  readonly network: Network
  /** For the environment in use. */
  readonly networkView: () => Promise<NetworkView>
  readonly practice: Practice
  readonly activity: ActivityService
  readonly lock: Lock
  readonly receipts: ReceiptPdfs
  readonly reports: Reports
  readonly exports: Exports
}

const nothing: Result<Record<string, never>> = ok({})
const orNothing = (result: Result<unknown>): Result<Record<string, never>> =>
  result.ok ? nothing : result

/** One route for every channel of the contract. A channel without one does not compile. */
export const createRoutes = (needs: RouteNeeds): Readonly<Record<ChannelName, Route>> => {
  const {
    settings,
    environments,
    views,
    credentials,
    tokens,
    participants,
    forecasts,
    submissions,
    library,
    jobs,
  } = needs
  const { calls, network, practice, activity, desk, batches, lock, rosters, reports } = needs

  const searchLibrary = createSearch(library)

  const thenNetwork = async (change: Result<unknown>) =>
    change.ok ? ok(await needs.networkView()) : change

  /** After `change`, the environment as it now is. */
  const thenView = async (environmentId: string, change: Result<unknown>) =>
    change.ok ? views.one(environmentId) : change

  /** `work` for an environment as it was on screen, in use or not. Fails with `environment.other` when it was changed. */
  const asShown = async <T>(
    to: Destination,
    work: () => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const moved = environments.whyMoved(to)
    return moved ? fail(moved) : work()
  }

  return {
    'app.info': route(contract['app.info'], async () => ok(await needs.info())),
    'keychain.reopen': route(contract['keychain.reopen'], async () =>
      ok(await needs.reopenKeychain()),
    ),
    'lock.state': route(contract['lock.state'], async () => ok(await lock.state())),
    'lock.unlock': route(contract['lock.unlock'], ({ passphrase }) => lock.unlock(passphrase)),
    'lock.lock': route(contract['lock.lock'], () => lock.lock()),
    'lock.touch': route(contract['lock.touch'], () => {
      lock.touch()
      return nothing
    }),
    'lock.setPassphrase': route(contract['lock.setPassphrase'], ({ current, next }) =>
      lock.setPassphrase(current, next),
    ),
    'lock.removePassphrase': route(contract['lock.removePassphrase'], ({ current }) =>
      lock.removePassphrase(current),
    ),

    'settings.get': route(contract['settings.get'], () => environments.asInUse(ok(settings.get()))),
    'settings.change': route(contract['settings.change'], (patch) =>
      environments.asInUse(settings.change(patch)),
    ),

    'environments.list': route(contract['environments.list'], () => views.all()),
    'environments.save': route(contract['environments.save'], async (input) => {
      const saved = environments.save(input)
      return saved.ok ? views.one(saved.value.id) : saved
    }),
    'environments.remove': route(contract['environments.remove'], async ({ environmentId }) => {
      const removed = environments.remove(environmentId)
      const forgotten = removed.ok ? await credentials.forget(environmentId) : removed
      return orNothing(forgotten.ok ? await needs.plans.remove(environmentId) : forgotten)
    }),
    'environments.select': route(contract['environments.select'], async ({ environmentId }) => {
      const selected = environments.select(environmentId)
      const ready = selected.ok ? await environments.use(environmentId) : selected
      // Another window may have chosen another one while this one was made ready.
      return ready.ok ? ok(settings.get()) : ready
    }),

    'credentials.save': route(
      contract['credentials.save'],
      async ({ to, credentials: entered }) => {
        const saved = await asShown(to, () => credentials.save(to.environmentId, entered))
        if (saved.ok) tokens.forget(to.environmentId)
        return thenView(to.environmentId, saved)
      },
    ),
    'credentials.forget': route(contract['credentials.forget'], async ({ environmentId }) => {
      const forgotten = await credentials.forget(environmentId)
      if (forgotten.ok) tokens.forget(environmentId)
      return thenView(environmentId, forgotten)
    }),

    'credentials.saveTransaction': route(
      contract['credentials.saveTransaction'],
      async ({ to, ...secrets }) =>
        thenView(
          to.environmentId,
          await asShown(to, () => credentials.saveTransaction(to.environmentId, secrets)),
        ),
    ),
    'credentials.forgetTransaction': route(
      contract['credentials.forgetTransaction'],
      async ({ environmentId }) =>
        thenView(environmentId, await credentials.forgetTransaction(environmentId)),
    ),

    'session.test': route(contract['session.test'], ({ to, jobId }) =>
      jobs.run(jobId, (job) => asShown(to, async () => ok(await needs.testConnection(to, job)))),
    ),
    'session.renew': route(contract['session.renew'], async ({ to }) =>
      thenView(to.environmentId, await asShown(to, () => tokens.renew(to.environmentId))),
    ),
    'session.forget': route(contract['session.forget'], ({ environmentId }) => {
      tokens.forget(environmentId)
      return views.one(environmentId)
    }),

    'calls.list': route(contract['calls.list'], () => ok(calls.list())),
    'calls.open': route(contract['calls.open'], ({ id }) => calls.open(id)),
    'calls.clear': route(contract['calls.clear'], () => {
      calls.clear()
      return nothing
    }),
    'calls.export': route(contract['calls.export'], () => ok({ text: calls.export() })),

    'network.get': route(contract['network.get'], () => thenNetwork(nothing)),
    'network.saveProxyCredentials': route(contract['network.saveProxyCredentials'], async (input) =>
      thenNetwork(await network.saveProxyCredentials(input)),
    ),
    'network.forgetProxyCredentials': route(contract['network.forgetProxyCredentials'], async () =>
      thenNetwork(await network.forgetProxyCredentials()),
    ),
    'network.addRoots': route(contract['network.addRoots'], async ({ pem }) =>
      thenNetwork(await network.addRoots(pem)),
    ),
    'network.confirmRoot': route(contract['network.confirmRoot'], async ({ fingerprint }) =>
      thenNetwork(await network.confirmRoot(fingerprint)),
    ),
    'network.removeRoot': route(contract['network.removeRoot'], async ({ fingerprint }) =>
      thenNetwork(await network.removeRoot(fingerprint)),
    ),

    'participant.examples': route(contract['participant.examples'], () =>
      ok([...participants.examples()]),
    ),
    'participant.open': route(contract['participant.open'], (source) => participants.open(source)),
    'participant.choose': route(contract['participant.choose'], ({ handle, index }) =>
      participants.choose(handle, index),
    ),
    'participant.current': route(contract['participant.current'], ({ handle }) =>
      participants.current(handle),
    ),
    'participant.openOnly': route(contract['participant.openOnly'], ({ handle, index }) =>
      participants.openOnly(handle, index),
    ),
    'participant.split': route(contract['participant.split'], ({ handle }) =>
      participants.split(handle),
    ),
    'participant.text': route(contract['participant.text'], ({ handle }) =>
      participants.text(handle),
    ),
    'participant.close': route(contract['participant.close'], ({ handle }) =>
      participants.close(handle),
    ),
    'participant.recents': route(contract['participant.recents'], async () => {
      const recents = await participants.recents()
      return recents.ok ? ok([...recents.value]) : recents
    }),
    'participant.forgetRecents': route(contract['participant.forgetRecents'], () =>
      participants.forgetRecents(),
    ),

    'roster.openFile': route(contract['roster.openFile'], ({ handle }) => rosters.openFile(handle)),
    'roster.openFolder': route(contract['roster.openFolder'], ({ jobId }) =>
      jobs.run(jobId, rosters.openFolder),
    ),
    'roster.begin': route(contract['roster.begin'], ({ name }) => rosters.begin(name)),
    'roster.addFile': route(contract['roster.addFile'], async ({ rosterId, ...file }) =>
      orNothing(await rosters.addFile(rosterId, file)),
    ),
    'roster.get': route(contract['roster.get'], ({ rosterId }) => rosters.get(rosterId)),
    'roster.run': route(contract['roster.run'], ({ rosterId, scope, to, jobId }) =>
      jobs.run(jobId, (job) => rosters.run(rosterId, scope, to, job)),
    ),
    'roster.openOnly': route(contract['roster.openOnly'], ({ rosterId, row }) =>
      rosters.openOnly(rosterId, row),
    ),
    'roster.close': route(contract['roster.close'], ({ rosterId }) => {
      rosters.close(rosterId)
      return nothing
    }),

    'mapping.get': route(contract['mapping.get'], () => ok(needs.mapping.get())),
    'mapping.save': route(contract['mapping.save'], ({ mapping }) => needs.mapping.save(mapping)),
    'mapping.preview': route(contract['mapping.preview'], ({ handle, mapping }) =>
      participants.preview(handle, mapping),
    ),

    'forecast.run': route(contract['forecast.run'], ({ jobId, ...request }) =>
      jobs.run(jobId, (job) => forecasts.run(request, job)),
    ),
    ...scenarioRoutes(needs.scenarios),
    'forecast.keep': route(contract['forecast.keep'], ({ id }) => forecasts.keep(id)),
    'forecast.caseInformation': route(
      contract['forecast.caseInformation'],
      ({ jobId, ...request }) => jobs.run(jobId, (job) => forecasts.caseInformation(request, job)),
    ),
    'job.cancel': route(contract['job.cancel'], ({ jobId }) => {
      jobs.cancel(jobId)
      return nothing
    }),

    'submission.review': route(contract['submission.review'], async ({ draft, to }) => {
      if (!('call' in draft) || !draft.call) return submissions.review(draft, to)
      return submissions.review(
        { ...draft, call: await desk.callInWords(to.environmentId, draft.call) },
        to,
      )
    }),
    'submission.send': route(contract['submission.send'], ({ submissionId, ...confirmation }) =>
      submissions.send(submissionId, confirmation),
    ),
    'submission.discard': route(contract['submission.discard'], ({ submissionId }) => {
      submissions.discard(submissionId)
      return nothing
    }),
    'submission.settle': route(contract['submission.settle'], ({ submissionId, ...verdict }) =>
      submissions.settle(submissionId, verdict),
    ),

    'desk.config.get': route(contract['desk.config.get'], ({ environmentId, version }) =>
      desk.config(environmentId, version),
    ),
    'desk.config.save': route(contract['desk.config.save'], ({ environmentId, texts }) =>
      desk.saveConfig(environmentId, texts),
    ),
    'desk.earlier': route(contract['desk.earlier'], ({ participantId }) =>
      desk.earlier(participantId),
    ),
    'desk.wrapUp': route(contract['desk.wrapUp'], ({ receiptId, wrapUp }) =>
      desk.wrapUp(receiptId, wrapUp),
    ),
    'desk.endCall': route(contract['desk.endCall'], async (call) =>
      orNothing(await desk.endCall(call)),
    ),
    'desk.unwrapped': route(contract['desk.unwrapped'], () => desk.unwrapped()),
    'desk.report': route(contract['desk.report'], (request) => desk.report(request)),

    'plans.list': route(contract['plans.list'], ({ environmentId }) =>
      needs.plans.list(environmentId),
    ),
    'plans.import': route(contract['plans.import'], ({ environmentId, bytes }) =>
      needs.plans.importFile(environmentId, bytes),
    ),
    'plans.remove': route(contract['plans.remove'], async ({ environmentId, planId }) =>
      orNothing(await needs.plans.remove(environmentId, planId)),
    ),

    'batch.list': route(contract['batch.list'], () => batches.list()),
    'batch.open': route(contract['batch.open'], ({ fileName, bytes }) =>
      batches.open(fileName, bytes),
    ),
    'batch.read': route(contract['batch.read'], ({ batchId, reading }) =>
      batches.read(batchId, reading),
    ),
    'batch.check': route(contract['batch.check'], ({ batchId, mapping, defaults, to }) =>
      batches.check(batchId, mapping, defaults, to),
    ),
    'batch.rows': route(contract['batch.rows'], (request) => batches.rows(request)),
    'batch.start': route(contract['batch.start'], ({ batchId, options, rowsToSend, to }) =>
      batches.start(batchId, options, rowsToSend, to),
    ),
    'batch.pause': route(contract['batch.pause'], ({ batchId }) => batches.pause(batchId)),
    'batch.rerunFailed': route(contract['batch.rerunFailed'], ({ batchId }) =>
      batches.rerunFailed(batchId),
    ),
    'batch.outcome': route(contract['batch.outcome'], (request) => batches.outcome(request)),
    'batch.remove': route(contract['batch.remove'], async ({ batchId }) =>
      orNothing(await batches.remove(batchId)),
    ),
    'receipt.pdf': route(contract['receipt.pdf'], ({ receiptId, masked }) =>
      needs.receipts.pdf(receiptId, masked),
    ),

    'report.sources': route(contract['report.sources'], ({ forecastId }) =>
      reports.sources(forecastId),
    ),
    'report.preview': route(contract['report.preview'], (request) => reports.preview(request)),
    'report.pdf': route(contract['report.pdf'], (request) => reports.pdf(request)),
    'report.logo': route(contract['report.logo'], async () =>
      ok({ logo: await reports.logo.get() }),
    ),
    'report.saveLogo': route(contract['report.saveLogo'], async ({ bytes }) => {
      const logo = await reports.logo.save(bytes)
      return logo.ok ? ok({ logo: logo.value }) : logo
    }),
    'report.removeLogo': route(contract['report.removeLogo'], async () => {
      const removed = await reports.logo.remove()
      return removed.ok ? ok({ logo: null }) : removed
    }),

    'export.save': route(contract['export.save'], (file) => needs.exports.save(file)),

    'library.list': route(contract['library.list'], async () => {
      const items = await library.list()
      return items.ok ? ok([...items.value]) : items
    }),
    'library.search': route(contract['library.search'], ({ words }) => searchLibrary(words)),
    'library.open': route(contract['library.open'], async ({ id }) => {
      const record = await library.open(id)
      return record.ok ? ok(await desk.recordInWords(record.value)) : record
    }),
    'library.verbatim': route(contract['library.verbatim'], async ({ id }) => {
      const text = forecasts.verbatim(id) ?? (await library.verbatim(id))
      return text.ok ? ok({ text: text.value }) : text
    }),
    'library.remove': route(contract['library.remove'], async ({ id }) =>
      orNothing(await library.remove(id)),
    ),

    'training.faults.get': route(contract['training.faults.get'], () => practice.state()),
    'training.faults.set': route(contract['training.faults.set'], (order) => practice.set(order)),
    'training.faults.clear': route(contract['training.faults.clear'], () => practice.clear()),
    'training.exampleList': route(contract['training.exampleList'], () => practice.exampleList()),
    'activity.list': route(contract['activity.list'], (request) => activity.list(request)),
    'activity.verify': route(contract['activity.verify'], () => activity.verify()),
    'activity.export': route(contract['activity.export'], ({ format }) => activity.export(format)),
    'activity.recordUse': route(contract['activity.recordUse'], async (use) =>
      orNothing(await activity.recordUse(use)),
    ),
  }
}
