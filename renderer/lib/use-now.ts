import { useIntervalFn, useNow } from '@vueuse/core'
import type { Ref } from 'vue'

/** The current time, updated every `ms` milliseconds while the component lives. */
export const useNowEvery = (ms: number): Readonly<Ref<Date>> =>
  useNow({ scheduler: (tick) => useIntervalFn(tick, ms) })
