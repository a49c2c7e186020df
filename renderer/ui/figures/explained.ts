import { shallowRef, type InjectionKey } from 'vue'
import type { Figure } from '#shared/figures/figure.ts'

/** The client, time and environment of the enclosed figures, for a printed note. */
export const aboutKey: InjectionKey<() => string> = Symbol('about')

/**
 * The figure that “Explain this number” shows, and the element that it was opened from; `null`
 * while the panel is closed.
 */
export const explained = shallowRef<{
  readonly figure: Figure
  readonly from: HTMLElement
  readonly about: string
} | null>(null)
