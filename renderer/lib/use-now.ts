import { onScopeDispose, readonly, ref, type Ref } from 'vue'

/** The time, renewed every `everyMs` while the component lives: for ages and spans that tick. */
export const useNow = (everyMs: number): Readonly<Ref<Date>> => {
  const now = ref(new Date())
  const ticker = setInterval(() => {
    now.value = new Date()
  }, everyMs)
  onScopeDispose(() => clearInterval(ticker))
  return readonly(now)
}
