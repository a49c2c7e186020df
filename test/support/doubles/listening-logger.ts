import type { Logger } from '#electron/core/platform/ports.ts'

/** A logger that stores its lines. */
export const createListeningLogger = () => {
  const lines: string[] = []
  const logger: Logger = {
    info: (message) => void lines.push(message),
    warn: (message) => void lines.push(message),
    error: (message, cause) =>
      void lines.push(`${message} ${cause instanceof Error ? cause.message : ''}`),
  }
  return { logger, lines }
}
