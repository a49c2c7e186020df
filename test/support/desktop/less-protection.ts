import { setTimeout as wait } from 'node:timers/promises'
import { runAsPerson } from './launch.ts'

/** Title of the question that a packaged program asks before it opens with switches that weaken its guards. */
const title = '^Glidepath: less protection$'

const shown = async (): Promise<readonly string[]> =>
  (await runAsPerson('sh', ['-c', `xdotool search --onlyvisible --name '${title}' 2>/dev/null || true`])).split('\n').filter((id) => id !== '')

/** Window id of that question once it is shown. */
export const lessProtectionQuestion = async (): Promise<string> => {
  for (let tries = 0; tries < 300; tries += 1) {
    const [window] = await shown()
    if (window !== undefined) return window
    await wait(100)
  }
  throw new Error('the program did not ask')
}

/** Waits for that question and presses its left button, which ends the program, or its right one. */
export const answerLessProtection = async (button: 'Quit' | 'Open anyway'): Promise<void> => {
  const window = await lessProtectionQuestion()
  // Each button takes half of the lowest row. A press before the box is ready is lost, and the box may close in between.
  const press = `eval $(xdotool getwindowgeometry --shell ${window}) && xdotool windowraise ${window} mousemove --window ${window} $((WIDTH * ${button === 'Quit' ? 1 : 3} / 4)) $((HEIGHT - 16)) click 1`
  for (let tries = 0; tries < 60 && (await shown()).includes(window); tries += 1) {
    await runAsPerson('sh', ['-c', `(${press}) 2>/dev/null || true`])
    await wait(500)
  }
}
