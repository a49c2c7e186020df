import type { deskChannels } from '#shared/desk/channels.ts'
import type { listChannels } from '#shared/lists/channels.ts'
import type { submissionChannels } from '#shared/submission/channels.ts'
import { nothing, orNothing, type Routes } from './route.ts'
import type { RouteNeeds } from './route-needs.ts'

export const submissionRoutes = ({
  submissions,
  desk,
}: RouteNeeds): Routes<keyof typeof submissionChannels> => ({
  'submission.review': async ({ draft, to }) => {
    if (!('call' in draft) || !draft.call) return submissions.review(draft, to)
    return submissions.review(
      { ...draft, call: await desk.callInWords(to.environmentId, draft.call) },
      to,
    )
  },
  'submission.send': ({ submissionId, ...confirmation }) =>
    submissions.send(submissionId, confirmation),
  'submission.discard': ({ submissionId }) => {
    submissions.discard(submissionId)
    return nothing
  },
  'submission.settle': ({ submissionId, ...verdict }) => submissions.settle(submissionId, verdict),
})

export const deskRoutes = ({ desk }: RouteNeeds): Routes<keyof typeof deskChannels> => ({
  'desk.config.get': ({ environmentId, version }) => desk.config(environmentId, version),
  'desk.config.save': ({ environmentId, texts }) => desk.saveConfig(environmentId, texts),
  'desk.earlier': ({ participantId }) => desk.earlier(participantId),
  'desk.wrapUp': ({ receiptId, wrapUp }) => desk.wrapUp(receiptId, wrapUp),
  'desk.endCall': async (call) => orNothing(await desk.endCall(call)),
  'desk.unwrapped': () => desk.unwrapped(),
  'desk.report': (request) => desk.report(request),
})

export const listRoutes = ({ batches }: RouteNeeds): Routes<keyof typeof listChannels> => ({
  'batch.list': () => batches.list(),
  'batch.open': ({ fileName, bytes }) => batches.open(fileName, bytes),
  'batch.read': ({ batchId, reading }) => batches.read(batchId, reading),
  'batch.check': ({ batchId, mapping, defaults, to }) =>
    batches.check(batchId, mapping, defaults, to),
  'batch.rows': (request) => batches.rows(request),
  'batch.start': ({ batchId, options, rowsToSend, to }) =>
    batches.start(batchId, options, rowsToSend, to),
  'batch.pause': ({ batchId }) => batches.pause(batchId),
  'batch.rerunFailed': ({ batchId }) => batches.rerunFailed(batchId),
  'batch.outcome': (request) => batches.outcome(request),
  'batch.remove': async ({ batchId }) => orNothing(await batches.remove(batchId)),
})
