import { pickBridge } from './bridge.ts'
import { askFirst } from './first-answers.ts'

/** Runs while the rest of the page's script is still evaluated, so main.ts imports this before anything large. */
export const bridge = pickBridge()
export const firstAnswers = askFirst(bridge, window.location.hash)
