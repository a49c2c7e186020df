import { useIntervalFn, useNow } from '@vueuse/core'
import type { Ref } from 'vue'

/** The time, renewed every `ms` milliseconds while the component lives, for ages and spans that tick. */
export const useNowEvery = (ms: number): Readonly<Ref<Date>> =>
  useNow({ scheduler: (tick) => useIntervalFn(tick, ms) })
