import type { CoreDoor } from '../core/platform/door.ts'
import { closeWithin, waitUntilIdle } from './closing.ts'

/**
 * Ends a program that was locked by a passphrase that encrypts: finishes what is under way, without a time limit because
 * every request has one, closes the core, and calls `startAgain`, which ends this process. Only a new process has an empty
 * memory: V8 cannot overwrite its strings. Never resolves without such a passphrase.
 */
export const endAtLock = async (
  core: Pick<CoreDoor, 'whenEnding' | 'busy' | 'beginNoMore' | 'close'>,
  startAgain: () => void | Promise<void>,
): Promise<void> => {
  await core.whenEnding
  await waitUntilIdle(core, { why: 'lock' })
  await closeWithin(core)
  await startAgain()
}
