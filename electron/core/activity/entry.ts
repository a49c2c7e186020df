import { randomUUID } from 'node:crypto'
import type { ActivityEntry } from '#shared/activity/activity.ts'
import { isoNow } from '#shared/moments.ts'
import type { Activity, ActivityNeeds } from './log.ts'

const plainName = (name: string): string => name.replace(/[\p{C}]/gu, '').slice(0, 64)
const environmentText = (id: string): string => id.replace(/[^\w.-]/g, '_').slice(0, 80)
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The entry for something that happened just now. It has no field for any name except the user's. */
export const entryOf = (
  { clock, user, machine }: Pick<ActivityNeeds, 'clock' | 'user' | 'machine'>,
  pseudonymOf: (participantId: string) => string,
  { action, outcome, environmentId = '', participantId = '', id }: Activity,
): ActivityEntry => ({
  at: isoNow(clock),
  user: plainName(user),
  machine: plainName(machine),
  action,
  environment: environmentText(environmentId),
  subject: pseudonymOf(participantId),
  id: id !== undefined && uuid.test(id) ? id : randomUUID(),
  outcome,
})
