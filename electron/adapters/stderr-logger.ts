import { describeFault } from '#shared/text/describe-fault.ts'
import type { Logger } from '#electron/core/platform/ports.ts'

const causeOf = (cause: unknown) => (cause === undefined ? '' : ` (${describeFault(cause)})`)

/** One line per event on standard error; standard output is only for the ready line. */
export const createStderrLogger = (
  write: (line: string) => void = (line) => process.stderr.write(line),
): Logger => {
  const line = (level: string, message: string) =>
    write(`${new Date().toISOString()} ${level} ${message}\n`)
  return {
    info: (message) => line('info', message),
    warn: (message) => line('warn', message),
    error: (message, cause) => line('error', `${message}${causeOf(cause)}`),
  }
}
