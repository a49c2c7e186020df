import { ref, watch } from 'vue'
import { useClient, useEvent } from '../../ipc/client.ts'
import { useLoaded } from '../../lib/use-loaded.ts'

/** More rows than any window shows. */
const firstRows = 60

/**
 * Saved results, newest first, loaded again when one changes. The newest arrive alone, because 10,000 take half a
 * second; until `isWhole`, older ones are missing.
 */
export const useResults = () => {
  const client = useClient()
  let asksAll = false
  const isWhole = ref(false)
  const loaded = useLoaded(() => client.call('records.list', asksAll ? {} : { newest: firstRows }))
  watch(loaded.value, (items) => {
    if (isWhole.value || items === null) return
    isWhole.value = asksAll || items.length < firstRows
    asksAll = true
    // The long answer must not delay the frame that shows these.
    if (!isWhole.value) requestAnimationFrame(() => void loaded.load())
  })
  useEvent('records.changed', () => void loaded.load())
  return { ...loaded, isWhole }
}
