import { nextTick, ref, watch, type Ref } from 'vue'
import { useConnection } from '../../ipc/connection.ts'
import { useToast } from '../../ui/kit.ts'
import { useLock } from './lock-store.ts'
import { usePresence } from './use-presence.ts'

/** Dialogs within dialogs within a menu are more than there ever are. */
const mostLayers = 6

/** Dialogs and menus lie beside the screen they belong to, and hold keyboard and pointer: they are closed before it goes. */
const closeLayers = async (): Promise<void> => {
  for (let layer = 0; layer < mostLayers && document.querySelector('[data-dismissable-layer]') !== null; layer += 1) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    await nextTick()
  }
}

/** What the page may show, as main says: the program, the lock's screen, or, until main has answered, nothing. */
export const useLockGate = (): Readonly<Ref<'nothing' | 'program' | 'lock'>> => {
  const lock = useLock()
  const toast = useToast()
  const connection = useConnection()
  const shown = ref<'nothing' | 'program' | 'lock'>('nothing')

  watch([() => lock.known, () => lock.locked], async ([known, locked]) => {
    if (!known) return
    if (locked && shown.value === 'program') {
      toast.clear()
      await closeLayers()
    }
    shown.value = lock.locked ? 'lock' : 'program'
  })
  watch(connection, (state, before) => {
    if (state === 'connected' && before === 'lost') void lock.load()
  })
  usePresence()
  void lock.load()
  return shown
}
