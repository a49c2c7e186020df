import type { ForecastRun } from '#shared/forecast/channels.ts'
import type { Result } from '#shared/result.ts'
import type { Destination } from '#shared/environments/environment.ts'
import { noted, type Note } from '../platform/note.ts'

/** Notes a run in the activity log. */
export const noteRun = <T extends Pick<ForecastRun, 'id' | 'unsaved'>>(
  log: Note,
  {
    to,
    keep,
    participantId,
  }: {
    readonly to: Destination
    readonly keep: boolean
    readonly participantId: string
  },
  run: Result<T>,
): Result<T> => {
  // An unsaved record's id would lead nowhere.
  const id = run.ok && keep && !run.value.unsaved ? { id: run.value.id } : {}
  const { environmentId } = to
  return noted(log, run, { action: 'forecast', environmentId, participantId, ...id })
}
