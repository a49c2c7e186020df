import type { Effect } from '#shared/express/operations/operation.ts'
import { unusualIn } from '#shared/express/unusual.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { unusualFor } from '#shared/strategy/unusual-for.ts'
import type { Clock } from '../../ports.ts'
import type { ExpressBody } from '../../express/body-for.ts'

/**
 * Sentences about unusual values of `body`, alone and for the participant of `profile`, which is null without a file or
 * a known participant. The draft's inputs are judged, not the sent values: they are dollars a year in every
 * environment.
 */
export const unusualOf = (
  body: ExpressBody,
  effect: Effect,
  profile: ParticipantProfile | null,
  clock: Pick<Clock, 'now'>,
): string[] => {
  const forPerson =
    effect.kind === 'asForecast' && profile !== null
      ? unusualFor(effect.inputs, profile, new Date(clock.now()))
      : []
  return [...unusualIn(body), ...forPerson].map(({ message }) => message)
}
