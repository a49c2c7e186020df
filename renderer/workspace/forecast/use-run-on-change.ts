import { useTimeoutFn } from '@vueuse/core'
import { computed } from 'vue'
import { useProgram } from '../program-store.ts'

/** A forecast runs automatically this many milliseconds after the last change. */
const restBeforeRun = 300

export const useRunOnChange = (ready: () => boolean, run: () => void) => {
  const program = useProgram()
  /** True if a change runs the forecast automatically: the setting allows it, and `ready` is true. */
  const runsOnChange = computed(() => program.runsByItself && ready())
  /** `stop` cancels a pending run. */
  const { start, stop } = useTimeoutFn(
    (place: string | undefined) => {
      // Does not run if another environment or operation was chosen after the change.
      if (runsOnChange.value && program.destination?.place === place) run()
    },
    restBeforeRun,
    { immediate: false },
  )
  /** Call this after a change; `run` is called after a pause. */
  const changed = () => {
    stop()
    if (runsOnChange.value) start(program.destination?.place)
  }
  return { changed, stop }
}
