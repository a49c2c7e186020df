import { useEventListener } from '@vueuse/core'
import { nextTick, ref, watch } from 'vue'
import { useClient } from '../../ipc/client.ts'
import { useReconnected } from '../../ipc/connection.ts'
import { useToast } from '../../ui/kit.ts'
import { useLock } from '../../workspace/lock-store.ts'

/** More than dialogs within dialogs within a menu ever reach. */
const mostLayers = 6

/** Dialogs and menus lie beside their screen, and hold keyboard and pointer: they close before it goes. */
const closeLayers = async () => {
  for (
    let layer = 0;
    layer < mostLayers && document.querySelector('[data-dismissable-layer]') !== null;
    layer += 1
  ) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )
    await nextTick()
  }
}

/** Returns the focus, except to an element that sends (`data-sends`): the Enter that unlocks may still be held. */
const focusAgain = (before: Element | null) => {
  if (!(before instanceof HTMLElement) || !before.isConnected || 'sends' in before.dataset) return
  if (document.activeElement === document.body) before.focus({ preventScroll: true })
}

const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const
/** Main counts in minutes; more frequent reports add nothing. */
const everyMs = 5_000

/** Tells main that somebody is at the keyboard, so that it does not lock. */
const usePresence = () => {
  const client = useClient()
  const lock = useLock()
  let told = Number.NEGATIVE_INFINITY

  const tell = () => {
    const now = performance.now()
    if (now - told < everyMs || lock.locked || lock.state?.passphrase === 'none') return
    told = now
    void client.call('lock.touch', {})
  }
  useEventListener(window, [...signs], tell, { capture: true, passive: true })
}

/** Takes everything off the page while the program is locked. */
export const useLockGate = () => {
  const lock = useLock()
  const toast = useToast()
  /** What main lets the page show: the program, the lock's screen, or nothing until main has answered. */
  const shown = ref<'nothing' | 'program' | 'lock'>('nothing')
  /** Whether the program was on the page before: only then can typed text be behind the lock. */
  const wasOpen = ref(false)
  let focused: Element | null = null

  watch([() => lock.known, () => lock.locked], async ([known, locked]) => {
    if (!known) return
    if (locked && shown.value === 'program') {
      toast.clear()
      await closeLayers()
      focused = document.activeElement
    }
    shown.value = lock.locked ? 'lock' : 'program'
    if (lock.locked) return
    wasOpen.value = true
    await nextTick()
    focusAgain(focused)
  })
  useReconnected(lock.load)
  usePresence()
  void lock.load()
  return { shown, wasOpen }
}
