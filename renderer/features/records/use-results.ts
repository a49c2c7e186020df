import { ref, watch } from 'vue'
import { createFinder } from '#shared/records/find.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { useClient, useEvent } from '../../ipc/client.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { lineWords } from './record-words.ts'

/** More rows than fit in any window. */
const firstRows = 60
/** How many lines are prepared for the search between two frames. */
const preparedAtOnce = 400

/**
 * Saved results, newest first, loaded again when one changes. The newest arrive alone, because 10,000 take half a
 * second; until `isWhole`, older ones are missing. `find` searches them.
 */
export const useResults = () => {
  const client = useClient()
  const { find, prepare } = createFinder(lineWords)
  let asksAll = false
  const isWhole = ref(false)
  const loaded = useLoaded(() => client.call('records.list', asksAll ? {} : { newest: firstRows }))

  const prepareFrom = (items: readonly RecordSummary[], start: number) => {
    if (items !== loaded.value.value) return
    for (const item of items.slice(start, start + preparedAtOnce)) prepare(item)
    const next = start + preparedAtOnce
    if (next < items.length) requestAnimationFrame(() => prepareFrom(items, next))
  }

  watch(loaded.value, (items) => {
    if (items === null) return
    if (!isWhole.value) {
      isWhole.value = asksAll || items.length < firstRows
      asksAll = true
      // Waits a frame, so that loading all results does not delay showing the newest.
      if (!isWhole.value) requestAnimationFrame(() => void loaded.load())
    }
    if (isWhole.value) requestAnimationFrame(() => prepareFrom(items, 0))
  })
  useEvent('records.changed', () => void loaded.load())
  return { ...loaded, isWhole, find }
}
