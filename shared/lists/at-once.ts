import { defaultLimits, type CallLimits } from '../environments/environment.ts'
import type { ListOptions } from './list.ts'

/** How many requests of a list run at once: as many as asked for, and no more than its environment takes. */
export const requestsAtOnce = (
  { concurrency }: Pick<ListOptions, 'concurrency'>,
  { callsAtOnce }: Pick<CallLimits, 'callsAtOnce'> = defaultLimits,
): number => Math.max(1, Math.min(concurrency, callsAtOnce))
