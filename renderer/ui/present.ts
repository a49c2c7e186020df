import { ref } from 'vue'

/**
 * Present: a screen for the client, without navigation, identifiers and sending. A chart that fills the window hides
 * these too, and the rest of the result. Escape, another screen and the lock end both.
 */
export const presenting = ref(false)

/** The title of the chart that fills the window; `null` for none. */
export const fullChart = ref<string | null>(null)

/** Closes the full-window chart; without one, ends Present. False if neither was on. */
export const endPresenting = (): boolean => {
  if (fullChart.value !== null) {
    fullChart.value = null
    return true
  }
  const was = presenting.value
  presenting.value = false
  return was
}
