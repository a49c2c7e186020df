import { describeFault } from '#shared/text/describe-fault.ts'

/**
 * Calls `end` with the description of an uncaught bug; the process must not continue. A closed standard output or
 * standard error is not a bug: its text is simply lost.
 */
export const catchLastResort = (end: (description: string) => void): void => {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  process.on('uncaughtException', (cause) => end(describeFault(cause)))
  process.on('unhandledRejection', (cause) => end(describeFault(cause)))
}
