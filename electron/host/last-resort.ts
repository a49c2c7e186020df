import { describeFault } from '#shared/describe-fault.ts'

/**
 * Calls `end` with the description when a bug was caught nowhere else. The process must not go on after that.
 * Nobody reading standard output or standard error any more is none: what is written there is then lost, no more.
 */
export const catchLastResort = (end: (description: string) => void): void => {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  process.on('uncaughtException', (cause) => end(describeFault(cause)))
  process.on('unhandledRejection', (cause) => end(describeFault(cause)))
}
