import { ref } from 'vue'

/**
 * Present: the screen that is turned to a client, without navigation, identifiers and what sends. One picture alone in the
 * window hides the same and more. Either ends with Escape, with another screen, and with the lock.
 */
export const presenting = ref(false)

/** The title of the picture that has the window to itself; `null` for none. */
export const fullPicture = ref<string | null>(null)

/** Ends the picture alone in the window, else Present; false where neither was on. */
export const endPresenting = (): boolean => {
  if (fullPicture.value !== null) {
    fullPicture.value = null
    return true
  }
  const was = presenting.value
  presenting.value = false
  return was
}
