import { onScopeDispose, ref, type Ref } from 'vue'

/** Shows the result of the last action for a moment; empty otherwise. */
export const useTold = (): {
  readonly said: Readonly<Ref<string>>
  readonly tell: (action: () => Promise<void>, done: string) => Promise<void>
} => {
  const said = ref('')
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))
  const tell = async (action: () => Promise<void>, done: string): Promise<void> => {
    try {
      await action()
      said.value = done
    } catch {
      said.value = 'Could not copy'
    }
    clearTimeout(timer)
    timer = setTimeout(() => (said.value = ''), 2500)
  }
  return { said, tell }
}
