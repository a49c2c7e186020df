import { runAsPerson } from './launch.ts'

/** Title of the question that a packaged program asks before it opens with switches that weaken its guards. */
export const questionTitle = '^Glidepath: less protection$'

/** Waits for that question and answers it with `Open anyway`. */
export const openAnyway = async (): Promise<void> => {
  await runAsPerson('timeout', ['30', 'xdotool', 'search', '--sync', '--onlyvisible', '--name', questionTitle, 'windowactivate', '--sync', 'key', '--delay', '200', 'Tab', 'Return'])
}
