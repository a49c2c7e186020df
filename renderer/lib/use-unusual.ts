import { ref, shallowRef } from 'vue'
import { unusualIn, type Unusual } from '#shared/express/unusual.ts'

/** What is unusual of a form, once it was to go, and the tick that just this is meant. */
export const useUnusual = () => {
  const messages = shallowRef<readonly string[]>([])
  const meant = ref(false)

  const clear = (): void => {
    messages.value = []
    meant.value = false
  }
  /**
   * True when nothing about `request` is unusual, nor `further` found for its participant, or it was ticked that what is shown is
   * meant; else it is shown.
   */
  const isMeant = (
    request: Readonly<Record<string, unknown>>,
    further: readonly Unusual[] = [],
  ): boolean => {
    const found = [...unusualIn(request), ...further].map(({ message }) => message)
    if (found.join('\n') !== messages.value.join('\n')) meant.value = false
    messages.value = found
    return found.length === 0 || meant.value
  }
  return { messages, meant, isMeant, clear }
}
