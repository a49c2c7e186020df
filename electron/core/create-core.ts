import type { AppInfo } from '#shared/settings/settings.ts'
import { ok } from '#shared/result.ts'
import { createActivityService } from './activity/activity.ts'
import { openLastingLog } from './activity/lasting-log.ts'
import { listActivities } from './activity/list-activities.ts'
import { watchServices } from './activity/watch-services.ts'
import { createCredentials } from './credentials/credentials.ts'
import { createKeyRing } from './records/key-ring.ts'
import type { CoreParts } from './core-parts.ts'
import type { CoreDoor } from './door.ts'
import { createEnvironments } from './environments/environments.ts'
import { createEnvironmentViews } from './environments/environment-views.ts'
import { startTraining } from './environments/start-training.ts'
import { createCoreEvents, createThrottle } from './events.ts'
import { bodyFor } from './express/body-for.ts'
import { createTraffic } from './traffic/traffic.ts'
import { limitsOf } from './http/timeouts.ts'
import { testConnection } from './express/connection-test.ts'
import { createExpressClient } from './express/express-client.ts'
import { createAnswerReader } from './express/read/answer-reader.ts'
import { decodeTransactionText } from './express/text/decode-text.ts'
import { createRosterParts } from './forecasts/all/roster-parts.ts'
import { createForecastParts } from './forecasts/forecast-parts.ts'
import { createRouter } from './ipc/router.ts'
import { createRoutes } from './ipc/routes.ts'
import { createJobs } from './jobs.ts'
import { returnOfKeychain } from './keychain-return.ts'
import { createExports } from './exports/exports.ts'
import { createLibrary } from './records/library/library.ts'
import { createGate, gateEvents } from './lock/gate.ts'
import { forgetPassphrase, openLock } from './lock/lock.ts'
import { scryptVerifiers } from './lock/verifier.ts'
import { maxParticipantBytes } from './participant/inspection.ts'
import { createParticipantParts } from './participant/participant-parts.ts'
import { createPractice } from './environments/practice/practice.ts'
import { createReceiptPdfs } from './exports/receipt/receipt-pdfs.ts'
import { createReports } from './exports/report/reports.ts'
import { settingsNotices } from './environments/settings/notices.ts'
import { createSettingsStore } from './environments/settings/settings-store.ts'
import { createEarlierIn } from './submissions/guard/earlier-in.ts'
import { createGuardClock } from './submissions/guard/guard-clock.ts'
import { createJournal } from './submissions/journal/journal.ts'
import { createGuard } from './submissions/guard/guard.ts'
import { createRowLedger } from './submissions/journal/row-ledger.ts'
import { afterLastRun } from './submissions/recovery/after-last-run.ts'
import { createLists } from './lists/lists.ts'
import { createListReader } from './lists/list-reader.ts'
import { createListStore } from './lists/list-store.ts'
import { createMappingMemory } from './lists/mapping-memory.ts'
import { createDesk } from './desk/desk.ts'
import { createPlanDirectory, teaching } from './environments/plans/plan-directory.ts'
import { createSubmissions } from './submissions/submissions.ts'
import { createTokenSource } from './credentials/token/token-source.ts'

/** Often enough for a lock that is set in minutes. */
const lockTickMs = 5_000

/**
 * Puts the services together, the one place where they meet. Starts the training service when the environment in use
 * is Training, and shows everything that the end of the last run interrupted as in doubt.
 */
export const createCore = async (parts: CoreParts): Promise<CoreDoor> => {
  const { clock, files, keychain, logger, network, transport } = parts
  const events = createCoreEvents()
  const jobs = createJobs(events)
  const settings = createSettingsStore(parts.settingsFile, () =>
    events.emit('settings.changed', {}),
  )
  const environments = createEnvironments({
    settingsFile: parts.settingsFile,
    settings,
    training: parts.training,
    provisioned: parts.provisioned,
    allowProduction: parts.host === 'desktop',
    onMissed: () => events.emit('settings.changed', {}),
  })
  const credentials = createCredentials({
    store: parts.secrets,
    keychain: keychain.state,
    environment: environments.get,
    allowProduction: parts.host === 'desktop',
    clock,
    logger,
  })
  const { version, host, platform } = parts
  const traffic = createTraffic({
    transport,
    clock,
    facts: { version, host, platform },
    onChange: () => events.emit('traffic.changed', {}),
  })
  const tokens = createTokenSource({
    transport,
    traffic,
    clock,
    random: parts.random,
    logger,
    environment: environments.use,
    credentials: credentials.read,
  })
  const express = createExpressClient({
    transport,
    traffic,
    tokens,
    environment: environments.use,
    clock,
    random: parts.random,
  })
  const views = createEnvironmentViews({ environments, credentials, tokens })

  const secrets = { ...parts.secrets, state: keychain.state }
  const keyRing = createKeyRing({ files, secrets, clock, logger })
  const library = createLibrary({ files, secrets, clock, logger, keyRing })
  const { participants, mapping, inspector } = createParticipantParts(parts, {
    keyRing,
    events,
    isLocked: () => lock.isLocked(),
    noteChange: () => {
      log.record({ action: 'settings', outcome: 'done' })
      rosters.closeAll()
      events.emit('settings.changed', {})
    },
  })
  const answers = createAnswerReader({ logger })
  // The log waits for keychain and disk; meanwhile the service starts.
  const [log] = await Promise.all([
    openLastingLog({
      files,
      secrets: parts.secrets,
      keychain: keychain.state,
      clock,
      logger,
      user: parts.user,
      machine: parts.machine,
    }),
    startTraining(environments, logger),
  ])

  if (parts.forgetPassphrase === true) {
    const forgotten = await forgetPassphrase(parts.secrets)
    if (!forgotten.ok) logger.error(`passphrase: ${forgotten.error.message}`)
    log.record({ action: 'lock', outcome: forgotten.ok ? 'passphraseRemoved' : 'failed' })
  }
  const lock = await openLock({
    store: parts.secrets,
    kept: () => (keychain.state().kind === 'system' ? 'keychain' : 'session'),
    verifiers: scryptVerifiers,
    clock,
    log,
    afterMinutes: () => settings.get().lockAfterMinutes,
  })
  const lockTicker = setInterval(lock.tick, lockTickMs).unref()

  const journal = createJournal(files)
  const guardClock = createGuardClock(clock, journal.newest)
  const guard = createGuard(guardClock, settings, environments)
  const forecasts = createForecastParts({
    clock,
    appVersion: parts.version,
    environments,
    participants,
    express,
    answers,
    library,
  })
  const reader = createListReader({ logger })
  const planNeeds = { files, logger, environment: environments.get, readFile: reader.plans }
  const plans = createPlanDirectory({
    ...planNeeds,
    changed: () => events.emit('plans.changed', {}),
    // Pages ask for the program's notices with its settings.
    noticed: () => events.emit('settings.changed', {}),
  })
  const ledger = createRowLedger(journal)
  const submissions = createSubmissions({
    clock,
    logger,
    appVersion: parts.version,
    user: parts.user,
    guard,
    guardClock,
    ...{ log, journal, ledger, environments, participants, credentials, express, answers },
    library: teaching(library, plans),
    bodyFor,
    decodeText: decodeTransactionText,
  })

  const listStore = createListStore({ files, keyRing })
  const lists = createLists({
    clock,
    logger,
    rows: submissions.rows,
    ledger,
    store: listStore,
    reader,
    mappings: createMappingMemory(parts.settingsFile),
    inUse: () => environments.active(),
    whyElsewhere: environments.whyElsewhere,
    environment: async (to) => {
      const environment = await environments.useInUse(to)
      if (!environment.ok) return environment
      const { id, name, kind, place } = environment.value
      const url = await express.urlOf('optout', id)
      return url.ok ? ok({ id, name, kind, place, url: url.value }) : url
    },
    urlOf: (environmentId) => express.urlOf('optout', environmentId),
    ready: (environmentId) => tokens.get(environmentId, { minimumSecondsLeft: 300 }),
    callsAtOnce: (environmentId) => {
      const environment = environments.get(environmentId)
      return environment.ok ? limitsOf(environment.value).callsAtOnce : 1
    },
    earlierIn: createEarlierIn({ library, environments, log, guard }),
    openReceipt: library.open,
    readsAll: library.readsAll,
    onProgress: (view) => events.emit('list.progress', view),
    onAction: (action, id, environmentId) =>
      log.record({ ...listActivities[action], id, environmentId }),
  })

  tokens.onChange(() => events.emit('environments.changed', {}))
  environments.onChange((environmentId) => {
    // A token belongs to the address it was obtained from.
    tokens.forget(environmentId)
    void credentials.noteChange(environmentId)
    events.emit('environments.changed', {})
  })
  library.onChange(createThrottle(clock, () => events.emit('library.changed', {})))
  network.onChange(() => events.emit('network.changed', {}))

  await afterLastRun({ submissions, rowOf: lists.rowOf, lists: listStore, journal, clock, logger })

  void log.retire(settings.get().activityYears).then((retired) => {
    if (!retired.ok) logger.error(`activity log: ${retired.error.message}`)
  })
  const participantOf = (handle: string): string => {
    const open = participants.get(handle)
    return open.ok ? (open.value.profile?.userId ?? '') : ''
  }
  const desk = createDesk({
    files,
    keyRing,
    clock,
    logger,
    user: parts.user,
    environment: environments.get,
    library,
  })
  const watched = watchServices(
    log,
    { participants, forecasts, library, settings, environments, credentials, desk, plans, network },
    participantOf,
  )
  const rosters = createRosterParts(parts, {
    inspector,
    readMapping: () => mapping.get().mapping,
    library,
    environments,
    settings,
    events,
    log,
    watched,
    isLocked: lock.isLocked,
  })

  const atStart = parts.notices
  const noticed = { atStart, settings, environments, mapping, plans }
  const info = async (): Promise<AppInfo> => ({
    version,
    host,
    platform,
    dataDir: lock.isLocked() ? '' : parts.dataDir,
    keychain: keychain.state(),
    library: lock.isLocked() ? { persistent: false, message: '' } : await library.state(),
    maxParticipantBytes,
    notices: lock.isLocked() ? [] : settingsNotices(noticed),
    clock: lock.isLocked() ? '' : guardClock.doubt(),
  })
  const reopenKeychain = async (): Promise<AppInfo> => {
    await returnOfKeychain({
      keychain,
      lock,
      keyRing,
      log,
      submissions,
      rowOf: lists.rowOf,
      logger,
    })
    const now = await info()
    events.emit('environments.changed', {})
    events.emit('network.changed', {})
    events.emit('library.changed', {})
    return now
  }

  const activity = createActivityService({
    files,
    log,
    keychain: keychain.state,
    openRecord: (id) => library.open(id),
    activeEnvironmentId: () => environments.active().id,
  })
  const routes = createRoutes({
    info,
    scenarios: forecasts.scenarios,
    reopenKeychain,
    lock,
    exports: createExports({
      pickSavePath: parts.pickSavePath,
      write: parts.writeExport,
      isLocked: lock.isLocked,
      note: activity.noteExport,
    }),
    receipts: createReceiptPdfs({
      openRecord: library.open,
      inWords: desk.recordInWords,
      log,
      logger,
    }),
    reports: createReports({ library, environments, settings, files, log, clock, logger }),
    ...watched,
    rosters,
    mapping,
    views,
    tokens,
    testConnection: (to, job) =>
      testConnection(
        {
          ...{
            environment: environments.use,
            credentials: credentials.read,
            tokens,
            express,
            traffic,
            clock,
          },
          whyNot: () => environments.whyMoved(to),
        },
        to.environmentId,
        job.tell,
        job.signal,
      ),
    submissions,
    lists,
    jobs,
    traffic,
    networkView: async () => network.view(environments.active().baseUrl),
    practice: createPractice(parts.training, parts.exampleList, () => environments.active()),
    activity,
  })

  return {
    router: createRouter(routes, logger, createGate(lock)),
    events: gateEvents(events, lock),
    lock: () => void lock.lock(),
    busy: () => lists.busy() ?? submissions.busy(),
    beginNoMore: lists.beginNoMore,
    keychainWaits: keychain.isWaiting,
    pageGone: traffic.clear,
    close: async () => {
      clearInterval(lockTicker)
      jobs.cancelAll()
      await lists.close()
      // Holds nothing that must be closed in order, so nobody waits for it.
      void answers.close()
      await log.close()
      await Promise.all([participants.dispose(), parts.training.stop(), transport.close()])
    },
  }
}
