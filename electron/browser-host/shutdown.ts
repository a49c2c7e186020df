import { closeWithin, waitUntilIdle } from '../host/closing.ts'
import type { CoreDoor } from '../core/platform/door.ts'
import type { Logger } from '../core/platform/ports.ts'
import type { BrowserServer } from './server.ts'

interface ShutdownParts {
  readonly core: CoreDoor
  readonly server: Pick<BrowserServer, 'close'>
  readonly logger: Logger
  readonly closeWindow: () => void
  /** Milliseconds to wait for a submission; a little longer than the service's time limit. */
  readonly patienceMs: number
}

export const createShutdown = ({
  core,
  server,
  logger,
  closeWindow,
  patienceMs,
}: ShutdownParts) => {
  const impatience = new AbortController()
  let ending: Promise<void> | null = null
  const end = async (): Promise<void> => {
    const sentence = core.busy()
    if (sentence !== null) {
      logger.warn(
        `${sentence} Glidepath ends when the answer is there; press Ctrl+C again to end now.`,
      )
      const signal = AbortSignal.any([impatience.signal, AbortSignal.timeout(patienceMs)])
      await waitUntilIdle(core, { signal }).catch(() => undefined)
    }
    closeWindow()
    await Promise.all([server.close(), closeWithin(core)])
  }
  return {
    hasBegun: () => ending !== null,
    /**
     * Resolves once the host has ended, usually within two seconds. During a submission it waits
     * for the answer and keeps the page connected; a second request stops the wait, and the
     * submission then stays in doubt on disk.
     */
    request: () => {
      if (ending === null) ending = end()
      else impatience.abort()
      return ending
    },
  }
}
