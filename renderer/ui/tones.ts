/**
 * The classes for the color beside an outcome. Class names are written in full, so that Tailwind
 * finds them.
 */

type Tone = 'success' | 'info' | 'warning' | 'error' | 'neutral'

export const textTones: Readonly<Record<Tone, string>> = {
  success: 'text-success',
  info: 'text-info',
  warning: 'text-warning',
  error: 'text-error',
  neutral: 'text-muted',
}

export const leftEdgeTones: Readonly<Record<Tone, string>> = {
  success: 'border-l-success',
  info: 'border-l-info',
  warning: 'border-l-warning',
  error: 'border-l-error',
  neutral: 'border-l-neutral-400',
}
