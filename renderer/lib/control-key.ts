/** The modifier key for the program's shortcuts, as it is labeled on the keyboard. */
export const controlKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
