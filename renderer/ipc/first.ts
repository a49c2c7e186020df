import { pickBridge } from './bridge.ts'
import { askFirst } from './first-answers.ts'

/**
 * Sends the first requests while the rest of the page's script is still being evaluated, so main.ts
 * must import this module before anything large.
 */
export const bridge = pickBridge()
export const firstAnswers = askFirst(bridge, window.location.hash)
