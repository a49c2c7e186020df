import { describeFault } from '#shared/describe-fault.ts'

/** Calls `end` with the description when a bug was caught nowhere else. The process must not go on after that. */
export const catchLastResort = (end: (description: string) => void): void => {
  process.on('uncaughtException', (cause) => end(describeFault(cause)))
  process.on('unhandledRejection', (cause) => end(describeFault(cause)))
}
