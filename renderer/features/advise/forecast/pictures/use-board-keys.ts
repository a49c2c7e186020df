import { indexOfAge } from '#shared/strategy/pick.ts'
import type { Board } from '../../../../charts/board.ts'

/** Elements that handle arrow keys or letters themselves. */
const takesKeys =
  'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="region"]'

/**
 * Keys of the charts: arrows move the age by one, with Shift by five, Home and End to either end of `ages`, those
 * of any chart; M is the next market, D other dollars.
 */
export const useBoardKeys = (board: Board, ages: () => Float64Array, nextMarket: () => void) => {
  const move = (by: (index: number, last: number) => number): void => {
    const all = ages()
    if (all.length === 0) return
    const now = board.age.value ?? board.start.value ?? all[0] ?? 0
    const index = Math.max(0, indexOfAge(all, now))
    board.age.value = all[Math.min(all.length - 1, Math.max(0, by(index, all.length - 1)))] ?? now
  }
  return (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof HTMLElement && event.target.closest(takesKeys)) return
    const step = event.shiftKey ? 5 : 1
    const action = {
      ArrowLeft: () => move((index) => index - step),
      ArrowRight: () => move((index) => index + step),
      Home: () => move(() => 0),
      End: () => move((_, last) => last),
      d: board.switchDollars,
      m: nextMarket,
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }
}
