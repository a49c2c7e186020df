import { shallowRef, type InjectionKey } from 'vue'
import type { Figure } from '#shared/figures/figure.ts'

/** Says whose figures are inside and from when, for a printed note: client, time and environment. */
export const aboutKey: InjectionKey<() => string> = Symbol('about')

/** The figure that “Explain this number” is about, and the element that it was opened from; `null` while it is closed. */
export const explained = shallowRef<{
  readonly figure: Figure
  readonly from: HTMLElement
  readonly about: string
} | null>(null)
