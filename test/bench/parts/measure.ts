export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Milliseconds that `work` takes. */
export const timed = async (work: () => unknown): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export interface Compared {
  /** Median milliseconds. */
  readonly ms: number
  /** Total of all rounds over the baseline's total: one round's garbage collection serves many rounds. */
  readonly ratio: number
}

/**
 * Measures `way` against `baseline`. They take turns, and each goes first in half of the rounds, so that other load on the
 * machine affects both. The first rounds only warm up.
 */
export const compare = async (
  baseline: () => unknown,
  way: () => unknown,
  rounds: number,
  warmUp = 5,
): Promise<{ readonly baselineMs: number } & Compared> => {
  const bases: number[] = []
  const ways: number[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    const baselineFirst = round % 2 === 0
    const early = await timed(baselineFirst ? baseline : way)
    const late = await timed(baselineFirst ? way : baseline)
    if (round < 0) continue
    bases.push(baselineFirst ? early : late)
    ways.push(baselineFirst ? late : early)
  }
  const total = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)
  const ratio = total(ways) / total(bases)
  return { baselineMs: median(bases), ms: median(ways), ratio }
}
