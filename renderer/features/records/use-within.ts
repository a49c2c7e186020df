import { watchDebounced } from '@vueuse/core'
import { ref, type Ref, type WatchSource } from 'vue'
import { useClient } from '../../ipc/client.ts'
import { wordsOf } from './grouping.ts'

const pauseMs = 120
const mostWords = 20

/**
 * The saved results that contain a typed word in a receipt number, a transaction number or a plan. Only main can search
 * there, so the page asks while somebody types, and again when the list changes.
 */
export const useWithin = (text: Ref<string>, items: WatchSource) => {
  const client = useClient()
  const found = ref<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  let asked = 0

  const ask = async () => {
    asked += 1
    const mine = asked
    const words = [...new Set(wordsOf(text.value))]
      .map((word) => word.slice(0, 200))
      .slice(0, mostWords)
    if (words.length === 0) return
    const answer = await client.call('records.search', { words })
    if (mine !== asked || !answer.ok) return
    found.value = new Map(words.map((word, index) => [word, new Set(answer.value[index])]))
  }

  watchDebounced([text, items], ask, { debounce: pauseMs })

  return { holds: (word: string, id: string) => found.value.get(word)?.has(id) ?? false }
}
