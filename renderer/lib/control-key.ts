/** The key that commands of the program are held with, as it stands on the keyboard. */
export const controlKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
