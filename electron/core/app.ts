import { createActivityService } from './activity/activity.ts'
import { watchServices } from './activity/watch-services.ts'
import { createAppInfo } from './app-info.ts'
import type { CoreParts } from './platform/ports.ts'
import { createDesk } from './desk/desk.ts'
import type { CoreDoor } from './platform/door.ts'
import { createPlanDirectory } from './environments/plans/plan-directory.ts'
import { createPractice } from './environments/practice/practice.ts'
import { createCoreEvents, createThrottle } from './platform/events.ts'
import { createExports } from './platform/exports.ts'
import { createReceiptPdfs } from './report/receipt/receipt-pdfs.ts'
import { createReports } from './report/reports.ts'
import { createCalling } from './express/calling.ts'
import { testConnection } from './express/connection-test.ts'
import { createAnswerReader } from './express/read/answer-reader.ts'
import { createRosters } from './call-first/rosters.ts'
import { createForecastParts } from './forecast/scenarios.ts'
import { createRouter } from './platform/router.ts'
import { createRoutes } from './platform/routes.ts'
import { createJobs } from './platform/jobs.ts'

import { createLists } from './lists/lists.ts'
import { createListReader } from './lists/file/list-reader.ts'
import { createGate, gateEvents } from './lock/gate.ts'
import { createParticipantParts } from './participant/participant-parts.ts'
import { createKeyRing } from './records/key-ring.ts'
import { createSavedRecords } from './records/saved/saved-records.ts'
import { openLockAtStart, openLog, reopenKeychain, retireLog } from './start-up.ts'
import { afterLastRun } from './submission/recovery/recovery-gate.ts'
import { createMarksOf } from './submission/marks.ts'
import { createSubmissionParts } from './submission/submission-parts.ts'

/** Frequent enough for a lock that is set in minutes. */
const lockTickMs = 5_000

/**
 * Connects all services; this is the only place that knows them all. Starts the training service if Training is in use,
 * and marks everything in doubt that the end of the last run interrupted.
 */
export const createCore = async (parts: CoreParts): Promise<CoreDoor> => {
  const { clock, keychain, logger, network, transport, version: appVersion } = parts
  const events = createCoreEvents()
  const jobs = createJobs(events)
  const calling = createCalling(parts, events)
  const { settings, environments, traffic } = calling
  const secrets = { ...parts.secrets, state: keychain.state }
  const keyRing = createKeyRing({ ...parts, secrets })
  const savedRecords = createSavedRecords({ ...parts, secrets, keyRing })
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
  const answers = createAnswerReader(parts)
  const log = await openLog(parts, environments)
  const lock = await openLockAtStart(parts, log, settings)
  const lockTicker = setInterval(lock.tick, lockTickMs).unref()

  const forecasts = createForecastParts({
    ...calling,
    clock,
    appVersion,
    participants,
    answers,
    savedRecords,
  })
  const reader = createListReader(parts)
  const plans = createPlanDirectory({
    ...parts,
    environments,
    readFile: reader.plans,
    changed: () => events.emit('plans.changed', {}),
    // Pages ask for the program's notices together with its settings.
    noticed: () => events.emit('settings.changed', {}),
  })
  const sending = createSubmissionParts(parts, {
    ...calling,
    log,
    savedRecords,
    participants,
    answers,
    plans,
  })
  const { journal, guardClock, submissions } = sending
  const lists = createLists(parts, {
    ...calling,
    ...sending,
    events,
    log,
    keyRing,
    savedRecords,
    reader,
  })
  const { rowOf } = lists

  savedRecords.onChange(createThrottle(clock, () => events.emit('records.changed', {})))
  network.onChange(() => events.emit('network.changed', {}))

  await afterLastRun({ ...parts, submissions, rowOf, lists, journal })
  void retireLog(log, settings, parts)

  const desk = createDesk({ ...parts, keyRing, environments, savedRecords })
  const watched = watchServices(log, {
    ...calling,
    participants,
    forecasts,
    savedRecords,
    desk,
    plans,
    network,
  })
  const rosters = createRosters(parts, {
    ...calling,
    inspector,
    savedRecords,
    events,
    log,
    watched,
    readMapping: () => mapping.get().mapping,
    isLocked: lock.isLocked,
  })
  const info = createAppInfo(parts, lock, savedRecords, guardClock, { ...calling, mapping, plans })
  const activity = createActivityService({ ...parts, log, savedRecords, environments })
  const routes = createRoutes({
    ...calling,
    ...watched,
    lock: {
      ...lock,
      unlock: async (typed) => {
        const unlocked = await lock.unlock(typed)
        // A keychain that was too slow at the start has answered now.
        if (unlocked.ok) keyRing.retry()
        return unlocked
      },
    },
    rosters,
    mapping,
    submissions,
    lists,
    jobs,
    activity,
    info,
    scenarios: forecasts.scenarios,
    marksOf: createMarksOf({ savedRecords, participants, environments }),
    reopenKeychain: () =>
      reopenKeychain({ ...parts, lock, keyRing, log, submissions, rowOf }, info, events),
    exports: createExports({
      pickSavePath: parts.pickSavePath,
      write: parts.writeExport,
      isLocked: lock.isLocked,
      note: activity.noteExport,
    }),
    receipts: createReceiptPdfs({ savedRecords, desk, log, logger }),
    reports: createReports({ ...parts, ...calling, savedRecords, log }),
    testConnection: (to, { tell, signal }) => {
      const whyNot = () => environments.whyMoved(to)
      return testConnection({ ...calling, clock, whyNot }, to.environmentId, tell, signal)
    },
    networkView: async () => network.view(environments.active().baseUrl),
    practice: createPractice(parts.training, parts.exampleList, environments.active),
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
      // This holds nothing that needs an orderly end, so nobody waits for it.
      void answers.close()
      // The log comes first: it needs no keychain, which may be slow.
      await log.close()
      // What was kept only in memory goes to the disk if the keychain answers by now.
      keyRing.retry()
      await Promise.all([
        savedRecords.knowsEarlier(),
        participants.dispose(),
        parts.training.stop(),
        transport.close(),
      ])
    },
  }
}
