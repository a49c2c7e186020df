/** The q-quantile of some values. */
export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Milliseconds of processor time that `work` takes on this thread; other programs on the machine do not count. */
export const processorTime = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
