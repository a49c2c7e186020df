import type { EnvironmentStamp, EnvironmentView } from './environment.ts'

/**
 * Whether a result with `stamp` was made in this environment as it is now. A receipt made from the journal can only be
 * matched by the environment's id.
 */
export const isSamePlace = (
  stamp: EnvironmentStamp,
  now: Pick<EnvironmentView, 'id' | 'place'>,
): boolean => stamp.id === now.id && (stamp.place === undefined || stamp.place === now.place)
