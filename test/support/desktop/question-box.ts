import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ElectronApplication } from 'playwright-core'
import { artifact } from '../worlds/program.ts'
import { runAsPerson } from './launch.ts'
import { shownBox, windowsTitled } from './windows.ts'

const title = 'Glidepath asks you'

/** Whether main's question is on the display, as a window of its own. */
export const isAsking = async (): Promise<boolean> => (await windowsTitled(title)).length > 0

/** Presses keys for most of a second, without a pause, like a person who was typing when the question came. */
export const typeIntoQuestion = async (...keys: readonly string[]): Promise<void> => {
  const id = await shownBox(title)
  await runAsPerson('xdotool', ['windowactivate', '--sync', id], { quiet: true }).catch(
    () => undefined,
  )
  const presses = Array.from({ length: 8 }, () => keys).flat()
  await runAsPerson('xdotool', ['key', '--delay', '40', ...presses])
}

/** Waits until the question takes an answer, and presses keys in it. */
export const answerQuestion = async (...keys: readonly string[]): Promise<void> => {
  const id = await shownBox(title)
  await runAsPerson('xdotool', ['windowactivate', '--sync', id])
  await wait(1_200)
  await runAsPerson('xdotool', ['key', '--delay', '100', ...keys])
}

export const agree = (): Promise<void> => answerQuestion('Tab', 'Return')

/** Writes a picture of the whole display, for people to look at. */
export const pictureOfDisplay = async (app: ElectronApplication, name: string): Promise<void> => {
  await wait(300)
  const png = await app.evaluate(async ({ desktopCapturer }) => {
    const size = { width: 1920, height: 1200 }
    const [screen] = await desktopCapturer.getSources({ types: ['screen'], thumbnailSize: size })
    return screen?.thumbnail.toPNG().toString('base64') ?? ''
  })
  writeFileSync(artifact(name), Buffer.from(png, 'base64'))
}
