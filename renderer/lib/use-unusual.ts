import { ref, shallowRef } from 'vue'
import type { Said } from '#shared/figures/figure.ts'
import { unusualIn, type Unusual } from '#shared/express/unusual.ts'

/** A form's unusual values once it was to be sent, and the box that confirms them. */
export const useUnusual = () => {
  const messages = shallowRef<readonly Said[]>([])
  const meant = ref(false)

  const clear = () => {
    messages.value = []
    meant.value = false
  }
  /**
   * True if `request` has no unusual values, nor `further` ones for its participant, or if the shown ones were
   * confirmed; otherwise shows them.
   */
  const isMeant = (
    request: Readonly<Record<string, unknown>>,
    further: readonly Unusual[] = [],
  ) => {
    const found = [...unusualIn(request), ...further].map(({ message }) => message)
    if (JSON.stringify(found) !== JSON.stringify(messages.value)) meant.value = false
    messages.value = found
    return found.length === 0 || meant.value
  }
  return { messages, meant, isMeant, clear }
}
