import { ref, shallowRef } from 'vue'
import type { Said } from '#shared/figures/figure.ts'
import { unusualIn, type Unusual } from '#shared/express/unusual.ts'

/** The unusual values of a form that is about to be sent, and the checkbox that confirms them. */
export const useUnusual = () => {
  const messages = shallowRef<readonly Said[]>([])
  const meant = ref(false)

  const clear = () => {
    messages.value = []
    meant.value = false
  }
  /**
   * True if there are no unusual values in `request` or in `further`, or if the user confirmed
   * exactly these. Otherwise shows them.
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
