import type { forecastChannels } from '#shared/forecasts/channels.ts'
import type { rosterChannels } from '#shared/forecasts/roster.ts'
import type { participantChannels } from '#shared/participant/channels.ts'
import { ok } from '#shared/result.ts'
import { nothing, orNothing, type Routes } from './route.ts'
import type { RouteNeeds } from './route-needs.ts'

export const participantRoutes = ({
  participants,
  mapping: mappings,
}: RouteNeeds): Routes<keyof typeof participantChannels> => ({
  'participant.examples': () => ok([...participants.examples()]),
  'participant.open': (source) => participants.open(source),
  'participant.choose': ({ handle, index }) => participants.choose(handle, index),
  'participant.current': ({ handle }) => participants.current(handle),
  'participant.openOnly': ({ handle, index }) => participants.openOnly(handle, index),
  'participant.split': ({ handle }) => participants.split(handle),
  'participant.text': ({ handle }) => participants.text(handle),
  'participant.close': ({ handle }) => participants.close(handle),
  'participant.recents': async () => {
    const recents = await participants.recents()
    return recents.ok ? ok([...recents.value]) : recents
  },
  'participant.forgetRecents': () => participants.forgetRecents(),
  'mapping.get': () => ok(mappings.get()),
  'mapping.save': ({ mapping }) => mappings.save(mapping),
  'mapping.preview': ({ handle, mapping }) => participants.preview(handle, mapping),
})

export const rosterRoutes = ({
  rosters,
  jobs,
}: RouteNeeds): Routes<keyof typeof rosterChannels> => ({
  'roster.openFile': ({ handle }) => rosters.openFile(handle),
  'roster.openFolder': ({ jobId }) => jobs.run(jobId, rosters.openFolder),
  'roster.begin': ({ name }) => rosters.begin(name),
  'roster.addFile': async ({ rosterId, ...file }) =>
    orNothing(await rosters.addFile(rosterId, file)),
  'roster.get': ({ rosterId }) => rosters.get(rosterId),
  'roster.run': ({ rosterId, scope, to, jobId }) =>
    jobs.run(jobId, (job) => rosters.run(rosterId, scope, to, job)),
  'roster.openOnly': ({ rosterId, row }) => rosters.openOnly(rosterId, row),
  'roster.close': ({ rosterId }) => {
    rosters.close(rosterId)
    return nothing
  },
})

export const forecastRoutes = ({
  forecasts,
  scenarios,
  jobs,
}: RouteNeeds): Routes<keyof typeof forecastChannels> => ({
  'forecast.run': ({ jobId, ...request }) => jobs.run(jobId, (job) => forecasts.run(request, job)),
  'forecast.keep': ({ id, need }) => forecasts.keep(id, need),
  'forecast.caseInformation': ({ jobId, ...request }) =>
    jobs.run(jobId, (job) => forecasts.caseInformation(request, job)),
  'scenario.list': ({ handle }) => scenarios.list(handle),
  'scenario.describe': ({ id, scenario }) => scenarios.describe(id, scenario),
  'scenario.today': ({ id }) => scenarios.today(id),
  'scenario.duplicate': ({ id, scenario }) => scenarios.duplicate(id, scenario),
  'scenario.unkept': ({ handle }) => scenarios.unkept(handle),
  'scenario.openUnkept': ({ id }) => scenarios.openUnkept(id),
})
