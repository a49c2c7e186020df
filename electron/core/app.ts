import { createSettingsStore } from './environments/settings/settings-store.ts'
import { databaseIn } from './database/database.ts'
import { lockedInfo } from './app-info.ts'
import { createGate } from './lock/gate.ts'
import { createUseCode } from './recovery/use-code.ts'
import type { CoreDoor } from './platform/door.ts'
import { createCoreEvents } from './platform/events.ts'
import type { CoreParts } from './platform/ports.ts'
import { answering } from './platform/router.ts'
import { doing, type Routes } from './platform/route.ts'
import { openProgram } from './program.ts'
import { createWrapping, wrapMasterKeys } from './records/wrapping.ts'
import { createLateLog, openLockAtStart } from './start-up.ts'
import { fail, ok } from '#shared/result.ts'

/**
 * The core behind its lock. If the passphrase encrypts, nothing but the lock opens before it is typed: no secret, key,
 * token or row is in memory until then. Otherwise the program opens at once, locked or not.
 */
export const createCore = async (parts: CoreParts): Promise<CoreDoor> => {
  const { keychain, logger } = parts
  const wrapping = createWrapping()
  const lateLog = createLateLog()
  const settings = createSettingsStore(parts.settingsFile)
  const lock = await openLockAtStart(parts, { log: lateLog, settings, wrapping })
  const database = databaseIn(parts.dataDir)
  const secrets = wrapMasterKeys({ ...parts.secrets, state: keychain.state }, wrapping)
  const useCode = createUseCode({ lock, database, secrets, log: lateLog })
  const open = () => openProgram(parts, { lock, database, secrets, lateLog, useCode })
  if (!lock.encrypts()) return open()

  const events = createCoreEvents()
  const gate = createGate(lock)
  const ending = Promise.withResolvers<undefined>()
  let program: CoreDoor | null = null
  let opening: Promise<CoreDoor> | null = null
  lock.onChange((state) => {
    if (program === null) events.emit('lock.changed', state)
  })
  /** The whole program, from the first unlocking on. */
  const opened = () => {
    opening ??= open().then((whole) => {
      program = whole
      whole.events.on((event, payload) => events.emit(event, payload))
      void whole.whenEnding.then(() => ending.resolve(undefined))
      return whole
    })
    return opening
  }

  const answer = answering(
    {
      'app.info': () => ok(lockedInfo(parts)),
      'lock.state': async () => ok(await lock.state()),
      'lock.lock': lock.lock,
      'lock.touch': doing(lock.touch),
      'lock.unlock': ({ passphrase }) => lock.unlock(passphrase),
      'lock.useCode': useCode,
    } satisfies Partial<Routes>,
    logger,
  )
  return {
    router: {
      handle: async (channel, payload) => {
        if (opening === null && lock.isLocked()) {
          const refused = gate.refusal(channel)
          const envelope = refused ? fail(refused) : await answer(channel, payload)
          if (!lock.isLocked()) await opened()
          return envelope
        }
        return (await opened()).router.handle(channel, payload)
      },
    },
    events,
    lock: () => program?.lock(),
    whenEnding: ending.promise,
    busy: () => program?.busy() ?? null,
    beginNoMore: (why) => program?.beginNoMore(why),
    keychainWaits: keychain.isWaiting,
    pageGone: () => program?.pageGone(),
    close: async () => {
      if (opening) return (await opening).close()
      await Promise.all([parts.training.stop(), parts.transport.close()])
      database.close()
    },
  }
}
