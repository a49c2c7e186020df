import type { OpenedParticipant } from '#shared/participant/opened.ts'
import type { Result } from '#shared/result.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { Environments } from '../environments/environments.ts'
import type { Forecasts } from '../forecasts/forecasts.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'
import type { Network } from '../environments/network/network.ts'
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

const outcomeOf = (result: Result<unknown>): Activity['outcome'] =>
  result.ok ? 'done' : result.error.code === 'job.cancelled' ? 'cancelled' : 'failed'

const chosenIn = ({ participants, chosen }: OpenedParticipant): string =>
  participants[chosen]?.userId ?? ''

/** The services as the page reaches them: each use is noted once it is over. The services know nothing of it. */
export const watchServices = (
  log: Pick<ActivityLog, 'record'>,
  services: WatchedServices,
): WatchedServices => {
  const {
    participants,
    forecasts,
    savedRecords,
    settings,
    environments,
    credentials,
    desk,
    plans,
    network,
  } = services
  const activeId = (): string => environments.active().id
  const participantOf = (handle: string): string => {
    const open = participants.get(handle)
    return open.ok ? (open.value.profile?.userId ?? '') : ''
  }
  const noted = <R extends Result<unknown>>(result: R, activity: Omit<Activity, 'outcome'>): R => {
    log.record({ ...activity, outcome: outcomeOf(result) })
    return result
  }
  const notedOpen = (opened: Result<OpenedParticipant>): Result<OpenedParticipant> =>
    noted(opened, {
      action: 'open',
      environmentId: activeId(),
      ...(opened.ok ? { participantId: chosenIn(opened.value) } : {}),
    })
  return {
    participants: {
      ...participants,
      open: async (source) => notedOpen(await participants.open(source)),
      choose: (handle, index) => notedOpen(participants.choose(handle, index)),
      openOnly: async (handle, index) => notedOpen(await participants.openOnly(handle, index)),
      openPart: async (file, index, sha256) =>
        notedOpen(await participants.openPart(file, index, sha256)),
      split: async (handle) => {
        // Looked up first: what is split may be closed meanwhile.
        const about = {
          action: 'export',
          environmentId: activeId(),
          participantId: participantOf(handle),
        } as const
        const saved = await participants.split(handle)
        if (saved.ok && saved.value === null) log.record({ ...about, outcome: 'cancelled' })
        else noted(saved, about)
        return saved
      },
    },
    forecasts: {
      ...forecasts,
      run: async (request, job) => {
        const { handle, keep, to } = request
        const about = {
          action: 'forecast',
          environmentId: to.environmentId,
          participantId: participantOf(handle),
        } as const
        const run = await forecasts.run(request, job)
        // What was not kept cannot be looked up later, so its id would lead nowhere.
        return noted(run, { ...about, ...(run.ok && keep ? { id: run.value.id } : {}) })
      },
      runForAll: async (file, to, job, run) => {
        const about = {
          action: 'forecast',
          environmentId: to.environmentId,
          participantId: file.profile?.userId ?? '',
        } as const
        const saved = await forecasts.runForAll(file, to, job, run)
        return noted(saved, { ...about, ...(saved.ok ? { id: saved.value.id } : {}) })
      },
      caseInformation: async (request, job) => {
        const { handle, keep, to } = request
        const participantId = handle === undefined ? '' : participantOf(handle)
        const about = {
          action: 'forecast',
          environmentId: to.environmentId,
          participantId,
        } as const
        const saved = await forecasts.caseInformation(request, job)
        return noted(saved, { ...about, ...(saved.ok && keep ? { id: saved.value.id } : {}) })
      },
    },
    savedRecords: {
      ...savedRecords,
      open: async (id) => {
        const record = await savedRecords.open(id)
        if (!record.ok) return noted(record, { action: 'view', id })
        const { environment, subject } = record.value
        return noted(record, {
          action: 'view',
          id,
          environmentId: environment.id,
          participantId: subject.participantId,
        })
      },
    },
    settings: {
      ...settings,
      change: (patch) => noted(settings.change(patch), { action: 'settings' }),
    },
    environments: {
      ...environments,
      save: (input) => {
        const saved = environments.save(input)
        return noted(saved, {
          action: 'settings',
          ...(saved.ok ? { environmentId: saved.value.id } : {}),
        })
      },
      remove: (environmentId) =>
        noted(environments.remove(environmentId), { action: 'settings', environmentId }),
      select: (environmentId) =>
        noted(environments.select(environmentId), { action: 'settings', environmentId }),
    },
    credentials: {
      ...credentials,
      save: async (environmentId, input) =>
        noted(await credentials.save(environmentId, input), {
          action: 'credentialsWritten',
          environmentId,
        }),
      forget: async (environmentId) =>
        noted(await credentials.forget(environmentId), {
          action: 'credentialsForgotten',
          environmentId,
        }),
    },
    network: {
      ...network,
      confirmRoot: async (fingerprint) =>
        noted(await network.confirmRoot(fingerprint), { action: 'authorityConfirmed' }),
      removeRoot: async (fingerprint) =>
        noted(await network.removeRoot(fingerprint), { action: 'authorityRemoved' }),
    },
    desk: {
      ...desk,
      saveConfig: async (environmentId, texts) =>
        noted(await desk.saveConfig(environmentId, texts), { action: 'settings', environmentId }),
    },
    plans: {
      ...plans,
      importFile: async (environmentId, bytes) =>
        noted(await plans.importFile(environmentId, bytes), { action: 'settings', environmentId }),
      remove: async (environmentId, planId) =>
        noted(await plans.remove(environmentId, planId), { action: 'settings', environmentId }),
    },
  }
}
