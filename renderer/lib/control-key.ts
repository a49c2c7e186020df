/** The modifier key of the program's shortcuts, as labeled on the keyboard. */
export const controlKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
