import { computed, onScopeDispose, type ComputedRef } from 'vue'
import { useProgram } from '../../../stores/program-store.ts'

/** A forecast runs by itself this long after the last change, milliseconds. */
const restBeforeRun = 300

export interface RunOnChange {
  /** Whether a change runs the forecast by itself: as Settings say, where it is `ready`. */
  readonly runsOnChange: ComputedRef<boolean>
  /** Something was changed: `run` follows once it rests. */
  readonly changed: () => void
  /** Gives up what was to follow. */
  readonly stop: () => void
}

export const useRunOnChange = (ready: () => boolean, run: () => void): RunOnChange => {
  const program = useProgram()
  let timer: ReturnType<typeof setTimeout> | undefined
  const runsOnChange = computed(() => {
    const when = program.settings?.runOnChange ?? 'exceptProduction'
    const allowed =
      when === 'always' || (when === 'exceptProduction' && program.active?.kind !== 'production')
    return allowed && ready()
  })
  const stop = (): void => clearTimeout(timer)
  const changed = (): void => {
    stop()
    if (!runsOnChange.value) return
    const place = program.destination?.place
    timer = setTimeout(() => {
      // Another environment or another kind may have been chosen meanwhile: nobody moved a lever for that.
      if (runsOnChange.value && program.destination?.place === place) run()
    }, restBeforeRun)
  }
  onScopeDispose(stop)
  return { runsOnChange, changed, stop }
}
