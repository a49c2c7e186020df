import type { EnvironmentStamp, EnvironmentView } from './environment.ts'

/** Whether what was made in `stamp` was made in this environment as it is now. What an earlier version saved is known by its id alone. */
export const isSamePlace = (
  stamp: EnvironmentStamp,
  now: Pick<EnvironmentView, 'id' | 'place'>,
): boolean => stamp.id === now.id && (stamp.place === undefined || stamp.place === now.place)
