import { ok, whenOk } from '#shared/result.ts'
import { createSearch } from '../records/saved/summary.ts'
import { doing, orNothing, type RouteNeeds, type Routes } from './route.ts'
import { programRoutes, settingsRoutes } from './settings-routes.ts'

const advisingRoutes = ({
  participants,
  mapping: mappings,
  rosters,
  forecasts,
  scenarios,
  jobs,
}: RouteNeeds) =>
  ({
    'participant.examples': () => ok(participants.examples()),
    'participant.open': participants.open,
    'participant.choose': ({ handle, index }) => participants.choose(handle, index),
    'participant.current': ({ handle }) => participants.current(handle),
    'participant.openOnly': ({ handle, index }) => participants.openOnly(handle, index),
    'participant.split': ({ handle }) => participants.split(handle),
    'participant.text': ({ handle }) => participants.text(handle),
    'participant.close': doing(({ handle }) => participants.close(handle)),
    'participant.recents': participants.recents,
    'participant.forgetRecents': async () => orNothing(await participants.forgetRecents()),
    'mapping.get': () => ok(mappings.get()),
    'mapping.save': ({ mapping }) => mappings.save(mapping),
    'mapping.preview': ({ handle, mapping }) => participants.preview(handle, mapping),
    'roster.openFile': ({ handle }) => rosters.openFile(handle),
    'roster.openFolder': ({ jobId }) => jobs.run(jobId, rosters.openFolder),
    'roster.begin': ({ name }) => rosters.begin(name),
    'roster.addFile': async ({ rosterId, ...file }) =>
      orNothing(await rosters.addFile(rosterId, file)),
    'roster.get': ({ rosterId }) => rosters.get(rosterId),
    'roster.run': ({ rosterId, scope, to, jobId }) =>
      jobs.run(jobId, (job) => rosters.run(rosterId, scope, to, job)),
    'roster.openOnly': ({ rosterId, row }) => rosters.openOnly(rosterId, row),
    'roster.close': doing(({ rosterId }) => rosters.close(rosterId)),
    'forecast.run': ({ jobId, ...request }) =>
      jobs.run(jobId, (job) => forecasts.run(request, job)),
    'forecast.keep': ({ id, goal }) => forecasts.keep(id, goal),
    'forecast.caseInformation': ({ jobId, ...request }) =>
      jobs.run(jobId, (job) => forecasts.caseInformation(request, job)),
    'scenario.list': ({ handle }) => scenarios.list(handle),
    'scenario.describe': ({ id, scenario }) => scenarios.describe(id, scenario),
    'scenario.today': ({ id }) => scenarios.today(id),
    'scenario.duplicate': ({ id, scenario }) => scenarios.duplicate(id, scenario),
    'scenario.unkept': ({ handle }) => scenarios.unkept(handle),
    'scenario.openUnkept': ({ id }) => scenarios.openUnkept(id),
    'job.cancel': doing(({ jobId }) => jobs.cancel(jobId)),
  }) satisfies Partial<Routes>

const sendingRoutes = ({ submissions, desk, lists }: RouteNeeds) =>
  ({
    'submission.review': async ({ draft, to, wagesBefore }) => {
      if (!('call' in draft) || !draft.call) return submissions.review(draft, to, wagesBefore)
      const call = await desk.callInWords(to.environmentId, draft.call)
      return submissions.review({ ...draft, call }, to)
    },
    'submission.send': ({ submissionId, ...confirmation }) =>
      submissions.send(submissionId, confirmation),
    'submission.discard': doing(({ submissionId }) => submissions.discard(submissionId)),
    'submission.settle': ({ submissionId, ...verdict }) =>
      submissions.settle(submissionId, verdict),
    'desk.config.get': ({ environmentId, version }) => desk.config(environmentId, version),
    'desk.config.save': ({ environmentId, texts }) => desk.saveConfig(environmentId, texts),
    'desk.earlier': ({ participantId }) => desk.earlier(participantId),
    'desk.wrapUp': ({ receiptId, wrapUp }) => desk.wrapUp(receiptId, wrapUp),
    'desk.endCall': async (call) => orNothing(await desk.endCall(call)),
    'desk.unwrapped': desk.unwrapped,
    'desk.report': desk.report,
    'list.all': lists.list,
    'list.open': ({ fileName, bytes }) => lists.open(fileName, bytes),
    'list.read': ({ listId, reading }) => lists.read(listId, reading),
    'list.check': ({ listId, mapping, defaults, to }) => lists.check(listId, mapping, defaults, to),
    'list.rows': lists.rows,
    'list.start': ({ listId, ...wanted }) => lists.start(listId, wanted),
    'list.pause': ({ listId }) => lists.pause(listId),
    'list.rerunFailed': ({ listId }) => lists.rerunFailed(listId),
    'list.outcome': lists.outcome,
    'list.remove': async ({ listId }) => orNothing(await lists.remove(listId)),
  }) satisfies Partial<Routes>

const keepingRoutes = ({
  savedRecords,
  desk,
  forecasts,
  receipts,
  reports,
  exports,
  activity,
  marksOf,
}: RouteNeeds) => {
  const searchRecords = createSearch(savedRecords)
  return {
    'receipt.pdf': ({ receiptId, masked }) => receipts.pdf(receiptId, masked),
    'records.list': async () => whenOk(await savedRecords.list(), (items) => ok([...items])),
    'records.search': ({ words }) => searchRecords(words),
    'records.open': async ({ id }) =>
      whenOk(await savedRecords.open(id), async (record) => ok(await desk.recordInWords(record))),
    'records.verbatim': async ({ id }) =>
      whenOk(forecasts.verbatim(id) ?? (await savedRecords.verbatim(id)), (text) => ok({ text })),
    'records.marks': marksOf,
    'records.remove': async ({ id }) => orNothing(await savedRecords.remove(id)),
    'report.sources': ({ forecastId }) => reports.sources(forecastId),
    'report.preview': reports.preview,
    'report.pdf': reports.pdf,
    'report.logo': async () => ok({ logo: await reports.logo.get() }),
    'report.saveLogo': async ({ bytes }) =>
      whenOk(await reports.logo.save(bytes), (logo) => ok({ logo })),
    'report.removeLogo': async () => whenOk(await reports.logo.remove(), () => ok({ logo: null })),
    'export.save': exports.save,
    'activity.list': activity.list,
    'activity.verify': activity.verify,
    'activity.export': ({ format }) => activity.export(format),
    'activity.recordUse': async (use) => orNothing(await activity.recordUse(use)),
  } satisfies Partial<Routes>
}

export const createRoutes = (needs: RouteNeeds): Routes => ({
  ...settingsRoutes(needs),
  ...programRoutes(needs),
  ...advisingRoutes(needs),
  ...sendingRoutes(needs),
  ...keepingRoutes(needs),
})
