import type { Participants } from '../participant/participants.ts'
import { participantIdOf } from '../participant/note-opened.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Note } from '../platform/note.ts'
import type { Routes } from '../platform/route.ts'
import type { Forecasts } from './forecasts.ts'
import { noteRun } from './note-run.ts'
import type { Scenarios } from './scenarios.ts'
import type { Since } from './since.ts'

export const forecastRoutes = ({
  forecasts,
  since,
  participants,
  jobs,
  log,
}: {
  readonly forecasts: Forecasts & { readonly scenarios: Scenarios }
  readonly since: Since
  readonly participants: Participants
  readonly jobs: Jobs
  readonly log: Note
}) => {
  const { scenarios } = forecasts
  return {
    'forecast.run': ({ jobId, ...request }) => {
      const participantId = participantIdOf(participants, request.handle)
      return jobs.run(jobId, async (job) =>
        noteRun(log, { ...request, participantId }, await forecasts.run(request, job)),
      )
    },
    'forecast.keep': ({ id, goal }) => forecasts.keep(id, goal),
    'forecast.caseInformation': ({ jobId, ...request }) => {
      const participantId = participantIdOf(participants, request.handle)
      return jobs.run(jobId, async (job) =>
        noteRun(log, { ...request, participantId }, await forecasts.caseInformation(request, job)),
      )
    },
    'scenario.list': ({ handle }) => scenarios.list(handle),
    'scenario.describe': ({ id, scenario }) => scenarios.describe(id, scenario),
    'scenario.today': ({ id }) => scenarios.today(id),
    'scenario.duplicate': ({ id, scenario }) => scenarios.duplicate(id, scenario),
    'scenario.unkept': ({ handle }) => scenarios.unkept(handle),
    'scenario.openUnkept': ({ id }) => scenarios.openUnkept(id),
    'since.find': since.find,
    'since.ask': ({ jobId, ...request }) =>
      jobs.run(jobId, (job) =>
        since.ask(request, job, (asked) => {
          const participantId = asked.ok ? asked.value.subject.participantId : ''
          noteRun(log, { to: request.to, keep: false, participantId }, asked)
        }),
      ),
  } satisfies Partial<Routes>
}
