import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import type { ActivityLog } from '../../activity/log.ts'
import type { CoreParts } from '../../ports.ts'
import type { Environments } from '../../environments/environments.ts'
import type { CoreEvents } from '../../ipc/events.ts'
import type { Forecasts } from '../forecasts.ts'
import type { SavedRecords } from '../../records/saved/saved-records.ts'
import type { Inspector } from '../../participant/inspector.ts'
import type { Participants } from '../../participant/participants.ts'
import type { SettingsStore } from '../../environments/settings/settings-store.ts'
import { createRosterFiles } from './roster-files.ts'
import { createRosters, type Rosters } from './rosters.ts'

/** The parts that the core provides. */
interface AroundRosters {
  readonly inspector: Inspector
  readonly readMapping: () => ParticipantMapping
  readonly savedRecords: SavedRecords
  readonly environments: Environments
  readonly settings: SettingsStore
  readonly events: Pick<CoreEvents, 'emit'>
  readonly log: Pick<ActivityLog, 'record'>
  /** The services with activity notes, as the page uses them. */
  readonly watched: { readonly participants: Participants; readonly forecasts: Forecasts }
  readonly isLocked: () => boolean
}

/** Creates the rosters from the core's services. */
export const createRosterParts = (parts: CoreParts, around: AroundRosters): Rosters => {
  const { clock, readFile, pickFolder, listFolder } = parts
  const {
    inspector,
    readMapping,
    savedRecords,
    environments,
    settings,
    events,
    log,
    watched,
    isLocked,
  } = around
  return createRosters({
    clock,
    files: createRosterFiles({ inspector, mapping: readMapping, readFile, clock }),
    participants: watched.participants,
    forecasts: watched.forecasts,
    savedRecords,
    environments,
    settings,
    pickFolder,
    listFolder,
    isLocked,
    onMoved: (moved) => events.emit('roster.moved', moved),
    noteFolder: (outcome) =>
      log.record({ action: 'open', outcome, environmentId: environments.active().id }),
  })
}
