/**
 * What may be written down about a bug: its kind and where it happened, without the message, which may quote a
 * participant's data.
 */
export const describeFault = (cause: unknown): string => {
  if (!(cause instanceof Error)) return `a ${cause === null ? 'null' : typeof cause} was thrown`
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [cause.name, ...frames].join('\n')
}

/** Calls `end` with the description when a bug was caught nowhere else. The process must not go on after that. */
export const catchLastResort = (end: (description: string) => void): void => {
  process.on('uncaughtException', (cause) => end(describeFault(cause)))
  process.on('unhandledRejection', (cause) => end(describeFault(cause)))
}
