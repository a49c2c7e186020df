import { invalid, ok, whenOk } from '#shared/result.ts'
import { createActivityService } from './activity/activity.ts'
import { activityRoutes } from './activity/routes.ts'
import { createBackupParts } from './backup/backup-parts.ts'
import { backupRoutes } from './backup/routes.ts'
import { byRecoveryCode } from './backup/open-backup.ts'
import { callFirstRoutes } from './call-first/routes.ts'
import { deskRoutes } from './desk/routes.ts'
import { environmentRoutes } from './environments/routes.ts'
import { expressRoutes } from './express/routes.ts'
import { forecastRoutes } from './forecast/routes.ts'
import { listRoutes } from './lists/routes.ts'
import { lockRoutes } from './lock/routes.ts'
import { participantRoutes } from './participant/routes.ts'
import { createRecoveryKit } from './recovery/recovery.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { recordRoutes } from './records/routes.ts'
import { reportRoutes } from './report/routes.ts'
import { submissionRoutes } from './submission/routes.ts'
import { createAppInfo } from './app-info.ts'
import type { CoreParts } from './platform/ports.ts'
import type { BeforeOpening } from './start-up.ts'
import { createDesk } from './desk/desk.ts'
import type { CoreDoor } from './platform/door.ts'
import { createQuestions } from './questions/questions.ts'
import { createPlanDirectory } from './environments/plans/plan-directory.ts'
import { createPractice } from './environments/practice/practice.ts'
import { createCoreEvents, createThrottle } from './platform/events.ts'
import { createExports } from './report/exports.ts'
import { createReceiptPdfs } from './report/receipt/receipt-pdfs.ts'
import { createReports } from './report/reports.ts'
import { createCalling } from './express/calling.ts'
import { createAnswerReader } from './express/read/answer-reader.ts'
import { createCallLists } from './call-first/call-lists.ts'
import { createForecastParts } from './forecast/scenarios.ts'
import { createSince } from './forecast/since.ts'
import { createRouter } from './platform/router.ts'
import { doing, type Routes } from './platform/route.ts'
import { createJobs } from './platform/jobs.ts'

import { createLists, removeLists } from './lists/lists.ts'
import { createListReader } from './lists/file/list-reader.ts'
import { createDrafts } from './lock/drafts.ts'
import { createGate, gateEvents } from './lock/gate.ts'
import { createParticipantParts } from './participant/participant-parts.ts'
import { createRecordStore } from './records/record-store.ts'
import { createKeptPlans } from './records/kept-plans.ts'
import { createRetention } from './records/saved/retention.ts'
import { createSavedRecords } from './records/saved/saved-records.ts'
import { moveIn, openLog, reopenKeychain, retireLog, tellAll } from './start-up.ts'
import { afterLastRun } from './submission/recover.ts'
import { createMarksOf } from './submission/marks.ts'
import { createSubmissionParts } from './submission/submission-parts.ts'

/**
 * How often to check whether it is time to lock, in milliseconds; often enough for a delay set in
 * minutes.
 */
const lockTickMs = 5_000

/**
 * Connects all services; this is the only place that knows them all. Starts the training service if
 * Training is in use, and marks as in doubt every submission that was interrupted when the last run
 * ended.
 */
export const openProgram = async (
  parts: CoreParts,
  { lock, database, secrets, lateLog, useCode }: BeforeOpening,
): Promise<CoreDoor> => {
  const { clock, keychain, logger, network, transport, version: appVersion } = parts
  const events = createCoreEvents()
  const jobs = createJobs(events)
  const answers = createAnswerReader(parts)
  const questions = createQuestions(
    parts.ask,
    () => lock,
    (activity) => log.record(activity),
  )
  const calling = createCalling(parts, events, questions, answers)
  const { settings, environments, traffic } = calling
  const store = createRecordStore({ ...parts, database, secrets })
  const savedRecords = createSavedRecords({ ...parts, store })
  const { participants, mapping, inspector } = createParticipantParts(parts, {
    store,
    savedRecords,
    events,
    isLocked: () => lock.isLocked(),
    noteChange: () => {
      log.record({ action: 'settings', outcome: 'done' })
      callLists.closeAll()
      events.emit('settings.changed', {})
    },
  })
  const log = await openLog({ ...parts, store, path: database.path }, environments)
  lateLog.attach(log)
  const lockTicker = setInterval(lock.tick, lockTickMs).unref()

  const forecasts = createForecastParts({
    ...calling,
    clock,
    appVersion,
    participants,
    answers,
    savedRecords,
  })
  const since = createSince(
    {
      ...calling,
      clock,
      firmLaw: parts.firmLaw,
      participants,
      savedRecords,
      inspector,
      readMapping: () => mapping.get().mapping,
    },
    forecasts.ask,
  )
  const reader = createListReader(parts)
  const plans = createPlanDirectory({
    kept: createKeptPlans(store),
    logger,
    environments,
    readFile: reader.plans,
    changed: () => events.emit('plans.changed', {}),
  })
  const sending = createSubmissionParts(parts, {
    calling,
    log,
    store,
    savedRecords,
    participants,
    answers,
    plans,
  })
  const { table, guardClock, submissions } = sending
  const lists = createLists(parts, {
    ...calling,
    ...sending,
    events,
    log,
    store,
    savedRecords,
    reader,
    plans,
  })

  savedRecords.onChange(createThrottle(clock, () => events.emit('records.changed', {})))
  network.onChange(() => events.emit('network.changed', {}))

  await afterLastRun({ ...parts, ...submissions, table, guardClock, settings })
  void retireLog(log, settings, parts)

  const desk = createDesk({ ...parts, store, environments, savedRecords, questions })
  const callLists = createCallLists(parts, {
    ...calling,
    inspector,
    savedRecords,
    participants,
    forecasts,
    events,
    log,
    readMapping: () => mapping.get().mapping,
    isLocked: lock.isLocked,
  })
  const busy = () => lists.busy() ?? submissions.busy()
  const backup = createBackupParts({
    ...parts,
    settings,
    database,
    store,
    savedRecords,
    log,
    busy,
    isLocked: lock.isLocked,
    unwrap: byRecoveryCode,
    changed: () => events.emit('backup.changed', {}),
    brought: ({ resultIds, submissionIds }) => {
      savedRecords.lookAgain(resultIds)
      table.lookAgain(submissionIds)
      lists.lookAgain()
      plans.lookAgain()
    },
  })
  const info = createAppInfo(parts, lock, log, savedRecords, guardClock, {
    ...calling,
    mapping,
    backups: backup.backups,
  })
  const activity = createActivityService({ ...parts, log, savedRecords, environments })
  const exports = createExports({
    pickSavePath: parts.pickSavePath,
    write: parts.writeExport,
    isLocked: lock.isLocked,
    note: activity.noteExport,
  })

  const drafts = createDrafts({ store, clock, lock, participants })
  const recovery = createRecoveryKit({
    ...parts,
    store,
    settings,
    log,
    moveIn: async () => {
      await moveIn({ lock, store, submissions, logger })
      tellAll(events)
    },
  })

  const routes: Routes = {
    'app.info': async () => ok(await info()),
    'keychain.reopen': async () =>
      ok(await reopenKeychain({ ...parts, lock, store, submissions }, info, events)),
    'job.cancel': doing(({ jobId }) => jobs.cancel(jobId)),
    'export.save': exports.save,
    ...lockRoutes({ lock, store, drafts, useCode, questions }),
    ...environmentRoutes({
      ...calling,
      plans,
      network,
      practice: createPractice(parts.training, parts.exampleList, environments.active),
      log,
    }),
    ...expressRoutes({ ...calling, jobs, clock }),
    ...participantRoutes({ participants, mapping, environments, log }),
    ...callFirstRoutes({ callLists, jobs }),
    ...forecastRoutes({ forecasts, since, participants, jobs, log }),
    ...submissionRoutes({
      submissions,
      marksOf: createMarksOf({ savedRecords, participants, environments }),
      callInWords: desk.callInWords,
    }),
    ...deskRoutes({ desk, log }),
    ...listRoutes({ lists }),
    ...recordRoutes({
      savedRecords,
      unsavedVerbatim: forecasts.verbatim,
      log,
      clock,
      user: parts.user,
      retention: createRetention({
        ...{ clock, savedRecords, lists, log },
        retention: () => settings.get().retention,
      }),
      everything: {
        store,
        mayGo: async () => {
          const busy = lists.busy() ?? submissions.busy()
          return busy === null ? savedRecords.mayAllGo() : invalid(busy, 'Try again after it.')
        },
        steps: [
          () => removeLists(lists),
          () => whenOk(savedRecords.ids(), savedRecords.removeMany),
          desk.forgetCalls,
          drafts.forget,
          participants.forgetRecents,
          table.forgetAll,
        ],
      },
    }),
    ...recoveryRoutes({ recovery }),
    ...reportRoutes({
      receipts: createReceiptPdfs({ savedRecords, log, logger }),
      reports: createReports({ ...parts, ...calling, savedRecords, log, appVersion }),
    }),
    ...activityRoutes({ activity }),
    ...backupRoutes(backup),
  }

  return {
    router: createRouter(routes, logger, createGate(lock)),
    events: gateEvents(events, lock),
    lock: () => void lock.lock(),
    whenEnding: drafts.whenKept,
    busy,
    beginNoMore: lists.beginNoMore,
    keychainWaits: keychain.isWaiting,
    pageGone: traffic.clear,
    close: async () => {
      clearInterval(lockTicker)
      jobs.cancelAll()
      await backup.close()
      await lists.close()
      // Nothing waits for the answer reader, because it needs no orderly shutdown.
      void answers.close()
      // If the keychain answers by now, data that was only in memory moves to the disk.
      store.retry()
      await Promise.all([
        savedRecords.knowsEarlier(),
        participants.dispose(),
        parts.training.stop(),
        transport.close(),
      ])
      await log.close()
      await store.close()
    },
  }
}
