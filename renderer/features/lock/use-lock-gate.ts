import { useEventListener } from '@vueuse/core'
import { nextTick, ref, watch } from 'vue'
import { useClient } from '../../ipc/client.ts'
import { useReconnected } from '../../ipc/connection.ts'
import { useToast } from '../../ui/kit.ts'
import { letGo } from '../../lib/use-held-open.ts'
import { useLock } from '../../workspace/lock-store.ts'
import { useTyped } from './use-typed.ts'

/** Upper limit for nested dialogs and menus, more than ever occur. */
const mostLayers = 6

/**
 * Closes open dialogs and menus. They are rendered outside the screen and would keep the keyboard after it is hidden.
 */
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

/**
 * Restores the focus, except to an element that sends (`data-sends`), because the Enter key that
 * unlocked the program may still be held down.
 */
const focusAgain = (before: Element | null) => {
  if (!(before instanceof HTMLElement) || !before.isConnected || 'sends' in before.dataset) return
  if (document.activeElement === document.body) before.focus({ preventScroll: true })
}

const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const
/** Milliseconds between reports. Main counts minutes, so reporting more often is pointless. */
const everyMs = 5_000

/** Tells main about activity at the keyboard or mouse, which delays the lock. */
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

/** Hides everything on the page while the program is locked. */
export const useLockGate = () => {
  const lock = useLock()
  const toast = useToast()
  const typed = useTyped()
  /** True once main has what was typed: the page then has nothing to do but to make way. */
  let isOver = false
  /**
   * The part that main allows on the page: the program, the lock screen, or nothing until main has
   * answered.
   */
  const shown = ref<'nothing' | 'program' | 'lock'>('nothing')
  /**
   * True if the program was on screen before it was locked, because only then can there be typed
   * text behind the lock screen.
   */
  const wasOpen = ref(false)
  let focused: Element | null = null

  watch([() => lock.known, () => lock.locked], async ([known, locked]) => {
    if (!known) return
    if (locked && shown.value === 'program') {
      if (lock.state?.ending) {
        isOver = true
        void typed.keep()
      }
      toast.clear()
      await closeLayers()
      focused = document.activeElement
    }
    shown.value = lock.locked ? 'lock' : 'program'
    if (lock.locked) return
    if (lock.state?.encrypts && !wasOpen.value) void typed.putBack()
    wasOpen.value = true
    await nextTick()
    focusAgain(focused)
  })
  useReconnected(() => {
    if (!isOver) {
      void lock.load()
      return
    }
    // The program has started again. A new page has nothing of this one's.
    letGo()
    history.replaceState(null, '', location.pathname)
    location.reload()
  })
  usePresence()
  void lock.load()
  return { shown, wasOpen }
}
