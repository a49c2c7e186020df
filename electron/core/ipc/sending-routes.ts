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

export const listRoutes = ({ lists }: RouteNeeds): Routes<keyof typeof listChannels> => ({
  'list.all': () => lists.list(),
  'list.open': ({ fileName, bytes }) => lists.open(fileName, bytes),
  'list.read': ({ listId, reading }) => lists.read(listId, reading),
  'list.check': ({ listId, mapping, defaults, to }) => lists.check(listId, mapping, defaults, to),
  'list.rows': (request) => lists.rows(request),
  'list.start': ({ listId, options, rowsToSend, to }) =>
    lists.start(listId, options, rowsToSend, to),
  'list.pause': ({ listId }) => lists.pause(listId),
  'list.rerunFailed': ({ listId }) => lists.rerunFailed(listId),
  'list.outcome': (request) => lists.outcome(request),
  'list.remove': async ({ listId }) => orNothing(await lists.remove(listId)),
})
