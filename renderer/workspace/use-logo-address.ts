import { useObjectUrl } from '@vueuse/core'
import { computed } from 'vue'
import type { Logo } from '#shared/report/report-settings.ts'

const isSame = (one: Logo, other: Logo) =>
  one.bytes.length === other.bytes.length &&
  one.bytes.every((byte, index) => byte === other.bytes[index])

/** An object URL for the logo, released with the calling component. */
export const useLogoAddress = (logo: () => Logo | null) => {
  // Every preview includes the logo again; an unchanged logo keeps its URL.
  const kept = computed((before?: Logo | null) => {
    const now = logo()
    return now && before && isSame(now, before) ? before : now
  })
  return useObjectUrl(
    computed(
      () =>
        kept.value &&
        new Blob([Uint8Array.from(kept.value.bytes)], { type: `image/${kept.value.format}` }),
    ),
  )
}
