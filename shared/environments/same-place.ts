import type { EnvironmentStamp, EnvironmentView } from './environment.ts'

/**
 * True if a result with `stamp` was made in this environment at its current address. Results saved
 * by earlier versions can only be matched by the environment's id.
 */
export const isSamePlace = (
  stamp: EnvironmentStamp,
  now: Pick<EnvironmentView, 'id' | 'place'>,
): boolean => stamp.id === now.id && (stamp.place === undefined || stamp.place === now.place)
