import { ref } from 'vue'

/**
 * Present shows the screen to the client without navigation, identifiers and sending. A chart that
 * fills the window also hides these, and the rest of the result. Escape, another screen or the lock
 * ends either of them.
 */
export const presenting = ref(false)

/** The title of the chart that fills the window; `null` for none. */
export const fullChart = ref<string | null>(null)

/**
 * Closes the full-window chart or, if there is none, ends Present. Returns false if neither was on.
 */
export const endPresenting = (): boolean => {
  if (fullChart.value !== null) {
    fullChart.value = null
    return true
  }
  const was = presenting.value
  presenting.value = false
  return was
}
