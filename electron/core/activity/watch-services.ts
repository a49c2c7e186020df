import type { ForecastRun } from '#shared/forecasts/channels.ts'
import type { OpenedParticipant } from '#shared/participant/opened.ts'
import type { Result } from '#shared/result.ts'
import type { Destination } from '#shared/settings/environment.ts'
import type { Credentials } from '../environments/credentials/credentials.ts'
import type { Environments } from '../environments/environments.ts'
import type { Forecasts } from '../forecast/forecasts.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { Network } from '../platform/ports.ts'
import type { Desk } from '../desk/desk.ts'
import type { PlanDirectory } from '../environments/plans/plan-directory.ts'
import type { Participants } from '../participant/participants.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import type { Activity, ActivityLog } from './log.ts'

export interface WatchedServices {
  readonly participants: Participants
  readonly forecasts: Forecasts
  readonly savedRecords: SavedRecords
  readonly settings: SettingsStore
  readonly environments: Environments
  readonly credentials: Credentials
  readonly desk: Desk
  readonly plans: PlanDirectory
  readonly network: Network
}

type Log = Pick<ActivityLog, 'record'>
type About = Omit<Activity, 'outcome'>
type ParticipantOf = (handle: string | undefined) => string

/** A result of null means that the person chose nothing in a dialog. */
export const noteIn =
  (log: Log) =>
  <R extends Result<unknown>>(result: R, about: About) => {
    const isCancelled = result.ok ? result.value === null : result.error.code === 'job.cancelled'
    const outcome = isCancelled ? 'cancelled' : result.ok ? 'done' : 'failed'
    log.record({ ...about, outcome })
    return result
  }
type Noted = ReturnType<typeof noteIn>

const changed = (environmentId: string): About => ({ action: 'settings', environmentId })

const watchParticipants = (
  noted: Noted,
  participants: Participants,
  activeId: () => string,
  participantOf: ParticipantOf,
): Participants => {
  const notedOpen = (opened: Result<OpenedParticipant>): Result<OpenedParticipant> => {
    const open = { action: 'open', environmentId: activeId() } as const
    if (!opened.ok) return noted(opened, open)
    const { participants: found, chosen } = opened.value
    return noted(opened, { ...open, participantId: found[chosen]?.userId ?? '' })
  }
  return {
    ...participants,
    open: async (source) => notedOpen(await participants.open(source)),
    choose: (...what) => notedOpen(participants.choose(...what)),
    openOnly: async (...what) => notedOpen(await participants.openOnly(...what)),
    openPart: async (...what) => notedOpen(await participants.openPart(...what)),
    split: async (handle) => {
      // The lookup comes first, because the participant may be closed during the call.
      const participantId = participantOf(handle)
      const about = { action: 'export', environmentId: activeId(), participantId } as const
      return noted(await participants.split(handle), about)
    },
  }
}

type Run = Pick<ForecastRun, 'id' | 'unsaved'>

const watchForecasts = (
  noted: Noted,
  forecasts: Forecasts,
  participantOf: ParticipantOf,
): Forecasts => {
  const notedRun = async <T extends Run>(
    { to: { environmentId }, keep }: { readonly to: Destination; readonly keep: boolean },
    participantId: string,
    run: Promise<Result<T>>,
  ) => {
    const done = await run
    // An id of a record that was not kept would lead nowhere.
    const id = done.ok && keep && !done.value.unsaved ? { id: done.value.id } : {}
    return noted(done, { action: 'forecast', environmentId, participantId, ...id })
  }
  return {
    ...forecasts,
    run: (request, job) =>
      notedRun(request, participantOf(request.handle), forecasts.run(request, job)),
    runForAll: (file, to, ...how) =>
      notedRun(
        { to, keep: true },
        file.profile?.userId ?? '',
        forecasts.runForAll(file, to, ...how),
      ),
    caseInformation: (request, job) =>
      notedRun(request, participantOf(request.handle), forecasts.caseInformation(request, job)),
  }
}

/** The services that the page calls: each use is noted once it is over. The services do not know about the log. */
export const watchServices = (log: Log, services: WatchedServices): WatchedServices => {
  const { participants, savedRecords, settings, environments } = services
  const { credentials, desk, plans, network } = services
  const noted = noteIn(log)
  const activeId = () => environments.active().id
  const participantOf: ParticipantOf = (handle) => {
    const open = handle === undefined ? null : participants.get(handle)
    return open?.ok ? (open.value.profile?.userId ?? '') : ''
  }
  return {
    participants: watchParticipants(noted, participants, activeId, participantOf),
    forecasts: watchForecasts(noted, services.forecasts, participantOf),
    savedRecords: {
      ...savedRecords,
      open: async (id) => {
        const record = await savedRecords.open(id)
        if (!record.ok) return noted(record, { action: 'view', id })
        const { environment, subject } = record.value
        const { participantId } = subject
        return noted(record, { action: 'view', id, environmentId: environment.id, participantId })
      },
    },
    environments: {
      ...environments,
      save: (input) => {
        const saved = environments.save(input)
        return noted(saved, saved.ok ? changed(saved.value.id) : { action: 'settings' })
      },
      remove: (id) => noted(environments.remove(id), changed(id)),
      select: (id) => noted(environments.select(id), changed(id)),
    },
    credentials: {
      ...credentials,
      save: async (environmentId, input) => {
        const saved = await credentials.save(environmentId, input)
        return noted(saved, { action: 'credentialsWritten', environmentId })
      },
      forget: async (environmentId) => {
        const forgotten = await credentials.forget(environmentId)
        return noted(forgotten, { action: 'credentialsForgotten', environmentId })
      },
    },
    network: {
      ...network,
      confirmRoot: async (fingerprint) =>
        noted(await network.confirmRoot(fingerprint), { action: 'authorityConfirmed' }),
      removeRoot: async (fingerprint) =>
        noted(await network.removeRoot(fingerprint), { action: 'authorityRemoved' }),
    },
    plans: {
      ...plans,
      importFile: async (id, bytes) => noted(await plans.importFile(id, bytes), changed(id)),
      remove: async (id, planId) => noted(await plans.remove(id, planId), changed(id)),
    },
    settings: {
      ...settings,
      change: (patch) => noted(settings.change(patch), { action: 'settings' }),
    },
    desk: {
      ...desk,
      saveConfig: async (id, texts) => noted(await desk.saveConfig(id, texts), changed(id)),
    },
  }
}
