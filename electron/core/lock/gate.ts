import type { AppError } from '#shared/errors.ts'
import type { ChannelName } from '#shared/ipc/contract.ts'
import { createCoreEvents, type CoreEvents } from '../platform/events.ts'
import type { Gate } from '../platform/router.ts'
import type { Lock } from './lock.ts'

/** Channels that unlocking needs. All others are refused while locked, including future ones. */
const openWhileLocked: ReadonlySet<string> = new Set<ChannelName>([
  'app.info',
  'lock.state',
  'lock.lock',
  'lock.unlock',
  'lock.touch',
  'lock.useCode',
  'lock.keepDrafts',
])

const locked: AppError = { code: 'lock.locked', message: 'Glidepath is locked.' }

export const createGate = (lock: Pick<Lock, 'isLocked' | 'whenUnlocked'>): Gate => ({
  refusal: (channel) => (lock.isLocked() && !openWhileLocked.has(channel) ? locked : null),
  whenUnlocked: lock.whenUnlocked,
})

/** Events to send after unlocking, because the change that they report may have happened while locked. */
const missed = [
  'settings.changed',
  'environments.changed',
  'records.changed',
  'backup.changed',
  'traffic.changed',
  'network.changed',
  'plans.changed',
] as const

/** `events` for pages: while locked, only the lock's own event gets through. */
export const gateEvents = (
  events: CoreEvents,
  lock: Pick<Lock, 'isLocked' | 'onChange'>,
): Pick<CoreEvents, 'on'> => {
  const gated = createCoreEvents()
  events.on((event, payload) => {
    if (!lock.isLocked()) gated.emit(event, payload)
  })
  lock.onChange((state) => {
    gated.emit('lock.changed', state)
    if (!state.locked) for (const event of missed) gated.emit(event, {})
  })
  return gated
}
