import {
  onDeactivated,
  ref,
  shallowRef,
  watch,
  type Component,
  type Ref,
  type ShallowRef,
} from 'vue'
import { reportFault } from './faults.ts'

/** A dialog that is loaded when it is first opened: most starts never show it. */
export interface LateDialog {
  /** The dialog, once it is there. It takes `v-model:open`. */
  readonly dialog: Readonly<ShallowRef<Component | null>>
  /** Set to open or close it. Where it cannot be loaded, the fault says so, and the next to open it tries again. */
  readonly open: Ref<boolean>
}

export const useLateDialog = (load: () => Promise<{ readonly default: Component }>): LateDialog => {
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
  // Locked while it loads: nothing may open over the lock's screen.
  onDeactivated(() => {
    open.value = false
  })
  return { dialog, open }
}
