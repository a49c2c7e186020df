import type { Destination, EnvironmentStamp, EnvironmentView } from '#shared/ipc/views.ts'

/** An environment as it is on screen, for whatever is sent there. */
export const destinationOf = ({ id, place, name }: Pick<EnvironmentView, 'id' | 'place' | 'name'>): Destination => ({
  environmentId: id,
  place,
  name,
})

/** Whether what was made in `stamp` was made where everything goes now. What an earlier version saved is known by its id alone. */
export const isSamePlace = (stamp: EnvironmentStamp, now: Pick<EnvironmentView, 'id' | 'place'>): boolean =>
  stamp.id === now.id && (stamp.place === undefined || stamp.place === now.place)

/** Why something made in `stamp` goes nowhere from here, `done` being what happened there, such as `Made`; empty when it does. */
export const elsewhereWords = (
  done: string,
  stamp: EnvironmentStamp,
  now: Pick<EnvironmentView, 'id' | 'place' | 'name'> | null,
): string => {
  if (now === null || isSamePlace(stamp, now)) return ''
  return stamp.id === now.id
    ? `${done} before ${now.name} was changed: it is another place now.`
    : `${done} in ${stamp.name}, and ${now.name} is in use now.`
}
