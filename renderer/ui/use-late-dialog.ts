import { onDeactivated, ref, shallowRef, watch, type Component, type ShallowRef } from 'vue'
import { reportFault } from './failures/faults.ts'

/**
 * A dialog that loads when it is first opened, because most sessions never open it. The dialog must
 * accept `v-model:open`. If loading fails, a fault is shown, and opening the dialog again retries.
 */
export const useLateDialog = (load: () => Promise<{ readonly default: Component }>) => {
  const dialog: ShallowRef<Component | null> = shallowRef(null)
  const open = ref(false)
  watch(open, async (wanted) => {
    if (!wanted || dialog.value !== null) return
    try {
      dialog.value = (await load()).default
    } catch (cause) {
      open.value = false
      reportFault(cause)
    }
  })
  // If the program locks while the dialog is loading, the dialog must not open over the lock
  // screen.
  onDeactivated(() => {
    open.value = false
  })
  return { dialog, open }
}
