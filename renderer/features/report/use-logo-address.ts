import { computed, onScopeDispose, shallowRef, watch, type ComputedRef } from 'vue'
import type { Logo } from '#shared/report/report-settings.ts'

/** An address for the logo in the page, released with the calling component. */
export const useLogoAddress = (logo: () => Logo | null): ComputedRef<string | null> => {
  const address = shallowRef<string | null>(null)
  const giveUp = (): void => {
    if (address.value !== null) URL.revokeObjectURL(address.value)
    address.value = null
  }
  watch(
    logo,
    (now, before) => {
      // Every preview carries the logo: the same picture keeps its address.
      if (
        now !== null &&
        before &&
        now.bytes.length === before.bytes.length &&
        now.bytes.every((byte, index) => byte === before.bytes[index])
      )
        return
      giveUp()
      if (now !== null)
        address.value = URL.createObjectURL(
          new Blob([Uint8Array.from(now.bytes)], { type: `image/${now.format}` }),
        )
    },
    { immediate: true },
  )
  onScopeDispose(giveUp)
  return computed(() => address.value)
}
