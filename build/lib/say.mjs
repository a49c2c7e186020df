/**
 * One line for the person at the terminal, on standard error: standard output belongs to results.
 *
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** An expected end of a script: its message is a sentence for the person, its code the exit code. */
export class Stop extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Runs a script's main function; its number is the exit code. A {@link Stop} ends with its one sentence, anything else
 * is a bug and shows its stack.
 *
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  // A reader of our output may stop early, as `head` does; that is no failure.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  try {
    process.exitCode = await main()
  } catch (failure) {
    if (failure instanceof Stop) {
      if (failure.message !== '') say(failure.message)
      process.exitCode = failure.exitCode
    } else {
      say(failure instanceof Error ? (failure.stack ?? failure.message) : String(failure))
      process.exitCode = 1
    }
  }
}
