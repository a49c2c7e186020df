import type {
  Destination,
  EnvironmentStamp,
  EnvironmentView,
} from '#shared/settings/environment.ts'
import { isSamePlace } from '#shared/settings/same-place.ts'

export { isSamePlace }

/** An environment as it is on screen, for whatever is sent there. */
export const destinationOf = ({
  id,
  place,
  name,
}: Pick<EnvironmentView, 'id' | 'place' | 'name'>): Destination => ({
  environmentId: id,
  place,
  name,
})

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
