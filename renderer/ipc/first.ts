import { pickBridge } from './bridge.ts'
import { askFirst } from './first-answers.ts'

/**
 * Runs while the rest of the page's script is still being evaluated, so main.ts must import this before anything large.
 */
export const bridge = pickBridge()
export const firstAnswers = askFirst(bridge, window.location.hash)
