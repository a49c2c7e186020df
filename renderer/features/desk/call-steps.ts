import { controlKey } from '../../lib/control-key.ts'
import { deskSteps, type DeskStep } from '#shared/desk/texts.ts'

/**
 * The desk's keyboard shortcuts. Ctrl+Shift with a digit is unused on every system. Ctrl with a
 * digit switches areas (and browser tabs), Alt opens menus on Windows, Ctrl+Alt is AltGr on Windows
 * and VoiceOver on macOS, Cmd+Shift+3 to 5 take screenshots, and Ctrl+Shift+0 changes the input
 * language on Windows. Ctrl+Enter (Cmd+Enter on a Mac) sends, as in mail programs.
 */
export const chord = ['Ctrl', 'Shift'] as const

export const stepTitles: Readonly<Record<DeskStep, string>> = {
  caller: 'Caller',
  identify: 'Identify',
  plans: 'Plans',
  reason: 'Reason',
  readBack: 'Read back',
  receipt: 'Receipt',
  wrapUp: 'Wrap up',
}

export const digitOf = (step: DeskStep): number => deskSteps.indexOf(step) + 1

export const endDigit = 8
export const nextDigit = 9

/** The shortcut in the syntax of `aria-keyshortcuts`. */
export const ariaChord = (key: number): string => `Control+Shift+${key}`

export const typedSteps = [
  'caller',
  'identify',
  'plans',
  'reason',
] as const satisfies readonly DeskStep[]
export type TypedStep = (typeof typedSteps)[number]

export const isTypedStep = (step: DeskStep): step is TypedStep =>
  typedSteps.some((each) => each === step)

/** A key combination and its effect in words. */
export type Shortcut = readonly [keys: readonly string[], what: string]

export const deskShortcuts: readonly Shortcut[] = [
  [[...chord, '1 … 7'], 'Go to a step of the call'],
  [['1 … 9', '0'], 'On a list: choose this line, 0 the tenth'],
  [['Shift', '1 … 9'], 'On the checks: answered wrong (also X on the marked line)'],
  [['Ctrl', 'A'], 'On a list with several choices: all or none'],
  [['Enter'], 'Go on to the next step; never sends'],
  [[controlKey, 'Enter'], 'In the read-back: send'],
  [[...chord, String(endDigit)], 'End the call without sending'],
  [[...chord, String(nextDigit)], 'In the wrap-up: save, next caller'],
]

/** Submits the form around the focused control, as Enter does in a text field. */
export const submitAround = (event: Event): void => {
  if (event.target instanceof Element) event.target.closest('form')?.requestSubmit()
}
