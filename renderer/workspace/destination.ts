import type {
  Destination,
  EnvironmentStamp,
  EnvironmentView,
} from '#shared/environments/environment.ts'
import { isSamePlace } from '#shared/environments/same-place.ts'

type Place = Pick<EnvironmentView, 'id' | 'place' | 'name'>

/** The environment on screen as the destination of a request. */
export const destinationOf = ({ id, place, name }: Place): Destination => ({
  environmentId: id,
  place,
  name,
})

/**
 * Says why a result made in the environment `stamp` cannot be sent from the current one; empty if
 * it can. `done` says in one word what was done there, such as `Made`.
 */
export const elsewhereWords = (
  done: string,
  stamp: EnvironmentStamp,
  now: Place | null,
): string => {
  if (now === null || isSamePlace(stamp, now)) return ''
  return stamp.id === now.id
    ? `${done} before ${now.name} was changed: it is another place now.`
    : `${done} in ${stamp.name}, and ${now.name} is in use now.`
}
