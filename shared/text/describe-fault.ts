/**
 * Describes a bug for the log by its kind and stack, without the message, which may quote a
 * participant's data.
 */
export const describeFault = (cause: unknown): string => {
  if (!(cause instanceof Error)) return `a ${cause === null ? 'null' : typeof cause} was thrown`
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [cause.name, ...frames].join('\n')
}
