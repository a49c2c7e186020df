import { computed, shallowRef } from 'vue'
import { useProgram } from '../../stores/program-store.ts'

/** What the desk says after another environment came into use during a read-back. */
export const useMovedNote = () => {
  const program = useProgram()
  /** Why the read-back was withdrawn, and the environment of that reason; stays until the next read-back. */
  const moved = shallowRef<{ readonly to: string; readonly note: string } | null>(null)
  const inUse = computed(() =>
    program.active === null ? undefined : `${program.active.id} ${program.active.place}`,
  )
  const movedNote = computed(() =>
    moved.value !== null && moved.value.to === inUse.value ? moved.value.note : '',
  )
  return { inUse, moved, movedNote }
}
