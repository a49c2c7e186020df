import { shallowRef, type InjectionKey } from 'vue'
import type { Figure } from '#shared/figures/figure.ts'

/** Client, time and environment of the figures inside, for a printed note. */
export const aboutKey: InjectionKey<() => string> = Symbol('about')

/** The figure that “Explain this number” shows, and the element it was opened from; `null` while closed. */
export const explained = shallowRef<{
  readonly figure: Figure
  readonly from: HTMLElement
  readonly about: string
} | null>(null)
