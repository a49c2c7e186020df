import { onScopeDispose } from 'vue'
import { useClient } from '../../ipc/client.ts'
import { useLock } from '../../stores/lock-store.ts'

const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const
/** Main counts in minutes; more frequent reports add nothing. */
const everyMs = 5_000

/** Tells main that somebody is at the keyboard, so that it does not lock. */
export const usePresence = (): void => {
  const client = useClient()
  const lock = useLock()
  let told = Number.NEGATIVE_INFINITY

  const tell = (): void => {
    const now = performance.now()
    if (now - told < everyMs || lock.locked || lock.state?.passphrase === 'none') return
    told = now
    void client.call('lock.touch', {})
  }
  for (const sign of signs) window.addEventListener(sign, tell, { capture: true, passive: true })
  onScopeDispose(() => {
    for (const sign of signs) window.removeEventListener(sign, tell, { capture: true })
  })
}
