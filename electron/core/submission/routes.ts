import type { Desk } from '../desk/desk.ts'
import { doing, type Routes } from '../platform/route.ts'
import type { createMarksOf } from './marks.ts'
import type { Submissions } from './submissions.ts'

export const submissionRoutes = ({
  submissions,
  marksOf,
  callInWords,
}: {
  readonly submissions: Submissions
  readonly marksOf: ReturnType<typeof createMarksOf>
  readonly callInWords: Desk['callInWords']
}) =>
  ({
    'submission.review': async ({ draft, to, wagesBefore }) => {
      if (!('call' in draft) || !draft.call) return submissions.review(draft, to, wagesBefore)
      const call = await callInWords(to.environmentId, draft.call)
      return submissions.review({ ...draft, call }, to)
    },
    'submission.send': ({ submissionId, ...confirmation }) =>
      submissions.send(submissionId, confirmation),
    'submission.discard': doing(({ submissionId }) => submissions.discard(submissionId)),
    'submission.settle': ({ submissionId, ...verdict }) =>
      submissions.settle(submissionId, verdict),
    'records.marks': marksOf,
  }) satisfies Partial<Routes>
