import type { RecoveryState } from '#shared/recovery/recovery.ts'
import { fail, invalid, ok, whenOk, type Result } from '#shared/result.ts'
import { trainingId } from '../environments/environment.ts'
import type { SettingsStore } from '../environments/settings/settings-store.ts'
import type { Note } from '../platform/note.ts'
import type { CoreParts } from '../platform/ports.ts'
import { drawRandom, keyBytes } from '../records/aead.ts'
import type { RecordStore } from '../records/record-store.ts'
import { readCode, writeCode } from './recovery-code.ts'
import { createPageMaker } from './recovery-page.ts'

interface RecoveryNeeds extends Pick<CoreParts, 'clock' | 'logger' | 'machine' | 'user'> {
  readonly store: RecordStore
  readonly settings: Pick<SettingsStore, 'get'>
  readonly log: Note
  /** Moves records in memory to the disk, and reads the records there. */
  readonly moveIn: () => Promise<void>
}

const noneMade = invalid('There is no new code to keep.', 'Make a recovery kit first.')

const dayOf = (clock: RecoveryNeeds['clock']) => new Date(clock.now()).toISOString().slice(0, 10)

/**
 * Makes, confirms and uses a recovery code. The code is in memory until it is confirmed, and never in a file or a log.
 */
export const createRecoveryKit = (needs: RecoveryNeeds) => {
  const { store, settings, log, clock, moveIn } = needs
  const makePage = createPageMaker(needs)
  let made: { readonly code: Uint8Array; readonly day: string } | null = null

  const hasResults = (): boolean => {
    const database = store.existing()
    const found =
      database.ok &&
      database.value?.all('SELECT 1 FROM results WHERE environment_id <> ? LIMIT 1', trainingId)
    return found && found.ok ? found.value.length > 0 : false
  }

  const state = async (): Promise<Result<RecoveryState>> => {
    const reached = await store.reach()
    const states = store.codes()
    const has = (what: string) => states.ok && states.value.has(what)
    const key = reached.ok ? 'here' : reached.error.code === 'records.keyLost' ? 'lost' : 'away'
    const kit = has('taken') ? 'taken' : has('made') ? 'made' : 'none'
    const isOffered = key === 'here' && kit !== 'taken' && settings.get().offerRecoveryKit
    return ok({ key, kit, offer: isOffered && hasResults() })
  }

  const noting = <T>(
    result: Result<T>,
    outcome: 'kitMade' | 'kitTaken' | 'kitUsed' | 'startedAnew',
  ) => {
    log.record({ action: 'recovery', outcome: result.ok ? outcome : 'failed' })
    return result
  }

  return {
    state,
    make: async () => {
      const code = drawRandom(keyBytes)
      const added = noting(await store.addCode(code), 'kitMade')
      if (!added.ok) return added
      made = { code, day: dayOf(clock) }
      return ok({ code: writeCode(code) })
    },
    page: () => (made ? makePage(writeCode(made.code), made.day) : noneMade),
    take: async () => {
      if (!made) return noneMade
      const taken = noting(await store.takeCode(made.code), 'kitTaken')
      if (!taken.ok) return taken
      made.code.fill(0)
      made = null
      return state()
    },
    open: async (typed: string) => {
      const opened = await whenOk(readCode(typed), store.openWithCode)
      if (opened.ok) await moveIn()
      noting(opened, 'kitUsed')
      return whenOk(opened, state)
    },
    startAnew: async () => {
      const reached = await store.reach()
      if (reached.ok || reached.error.code !== 'records.keyLost') {
        return fail({
          code: 'input.invalid',
          message: 'Nothing was set aside, because the key is not lost.',
        })
      }
      const aside = await store.startAnew(dayOf(clock))
      if (aside.ok) await moveIn()
      noting(aside, 'startedAnew')
      return whenOk(aside, (setAside) => ok({ setAside }))
    },
  }
}

export type RecoveryKit = ReturnType<typeof createRecoveryKit>
