import { ref } from 'vue'

/**
 * Present: a screen for the client, without navigation, identifiers and sending. A chart alone in the window hides the
 * same and more. Escape, another screen and the lock end both.
 */
export const presenting = ref(false)

/** The title of the chart that fills the window; `null` for none. */
export const fullPicture = ref<string | null>(null)

/** Ends the full-window chart, else Present; false if neither was on. */
export const endPresenting = (): boolean => {
  if (fullPicture.value !== null) {
    fullPicture.value = null
    return true
  }
  const was = presenting.value
  presenting.value = false
  return was
}
