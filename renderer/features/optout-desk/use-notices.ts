import { computed, shallowRef, type ComputedRef } from 'vue'

/** Something that was said of the call, and the environment it holds in; null where it holds in any. */
interface Notice {
  readonly words: (environment: string) => string
  readonly environmentId: string | null
}

/** What the desk says of what just happened: one notice at a time, and none that does not hold any longer. */
export const useNotices = (
  environment: () => { readonly id: string; readonly name: string } | null,
): {
  /** Empty for nothing. One about an environment goes away once another is in use. */
  readonly shown: ComputedRef<string>
  readonly say: (words: string) => void
  readonly sayOfEnvironment: (environmentId: string, words: (name: string) => string) => void
  readonly clear: () => void
} => {
  const notice = shallowRef<Notice | null>(null)
  const shown = computed(() => {
    const active = environment()
    if (notice.value === null) return ''
    const { environmentId, words } = notice.value
    return environmentId === null || environmentId === active?.id ? words(active?.name ?? '') : ''
  })
  return {
    shown,
    say: (words) => {
      notice.value = { words: () => words, environmentId: null }
    },
    sayOfEnvironment: (environmentId, words) => {
      notice.value = { words, environmentId }
    },
    clear: () => {
      notice.value = null
    },
  }
}
