/**
 * Writes one line for the user to standard error; standard output is reserved for results.
 *
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** An expected end of a script. Its message is one sentence for the user; its code is the exit code. */
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
 * Runs a script's main function, which returns the exit code. A {@link Stop} prints its one sentence; any other error
 * is a bug and prints its stack.
 *
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  // A program that reads our output, such as `head`, may stop early. That is not a failure.
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
