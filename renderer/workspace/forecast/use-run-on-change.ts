import { useTimeoutFn } from '@vueuse/core'
import { computed } from 'vue'
import { useProgram } from '../program-store.ts'

/** Milliseconds from the last change until a forecast runs by itself. */
const restBeforeRun = 300

export const useRunOnChange = (ready: () => boolean, run: () => void) => {
  const program = useProgram()
  /** Whether a change runs the forecast by itself, by the setting and if `ready`. */
  const runsOnChange = computed(() => program.runsByItself && ready())
  /** `stop` cancels the pending run. */
  const { start, stop } = useTimeoutFn(
    (place: string | undefined) => {
      // Another environment or operation may have been chosen meanwhile; no lever moved for that.
      if (runsOnChange.value && program.destination?.place === place) run()
    },
    restBeforeRun,
    { immediate: false },
  )
  /** Reports a change: `run` follows after a pause. */
  const changed = () => {
    stop()
    if (runsOnChange.value) start(program.destination?.place)
  }
  return { changed, stop }
}
