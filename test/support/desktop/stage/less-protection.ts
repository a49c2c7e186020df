import { setTimeout as wait } from 'node:timers/promises'
import { runAsPerson } from '../launch.ts'
import { closeBoxBy, shownBox } from '../windows.ts'

/**
 * Title of the box in which a packaged program asks before it starts with switches that weaken its
 * guards.
 */
const title = 'Glidepath: less protection'

/** Window id of that box, once it is on screen. */
export const lessProtectionQuestion = (): Promise<string> => shownBox(title)

/**
 * Waits for that box and answers it: the left button ends the program, the right button opens it.
 */
export const answerLessProtection = (button: 'Quit' | 'Open anyway'): Promise<void> =>
  closeBoxBy(title, async (id) => {
    // Each button takes up half of the bottom row.
    const across = `WIDTH * ${button === 'Quit' ? 1 : 3} / 4`
    const press = `xdotool windowraise ${id} mousemove --window ${id} $((${across})) $((HEIGHT - 16)) click 1`
    await runAsPerson('sh', ['-c', `eval $(xdotool getwindowgeometry --shell ${id}) && ${press}`], {
      quiet: true,
    })
    // A second press would hit whatever is below the closing box.
    await wait(400)
  })
