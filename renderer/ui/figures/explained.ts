import { shallowRef } from 'vue'
import type { Figure } from '#shared/strategy/statement/figure.ts'

/** The figure that “Explain this number” is about, and the element that it was opened from; `null` while it is closed. */
export const explained = shallowRef<{
  readonly figure: Figure
  readonly from: HTMLElement
} | null>(null)
