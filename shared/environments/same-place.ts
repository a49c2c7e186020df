import type { EnvironmentStamp, EnvironmentView } from './environment.ts'

/**
 * Whether a result with `stamp` was made in this environment as it is now. Without a place, only the
 * environment's id is compared.
 */
export const isSamePlace = (
  stamp: EnvironmentStamp,
  now: Pick<EnvironmentView, 'id' | 'place'>,
): boolean => stamp.id === now.id && (stamp.place === undefined || stamp.place === now.place)
