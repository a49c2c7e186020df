import type { Tally } from './faults.ts'

/** A one-line report of the counts. */
export const reportOf = (
  what: string,
  { submissions, executed, outcomes, violations }: Tally,
  ms: number,
): string => {
  const shown = Object.entries(outcomes).map(([outcome, many]) => `${many} ${outcome}`)
  return `${what}: ${submissions} submissions, ${executed} carried out; shown: ${shown.join(', ')}; ${violations.length} broken promises; ${(ms / 1000).toFixed(1)} s`
}
