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

/** A dialog that loads when it first opens: most starts never show it. */
interface LateDialog {
  /** The loaded dialog. It takes `v-model:open`. */
  readonly dialog: Readonly<ShallowRef<Component | null>>
  /** Set to open or close it. If loading fails, the fault says so, and the next opening tries again. */
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
  // Locked while loading: nothing may open over the lock's screen.
  onDeactivated(() => {
    open.value = false
  })
  return { dialog, open }
}
