import { hash } from 'node:crypto'
import type { AppError } from '#shared/errors.ts'
import type { Destination } from '#shared/environments/environment.ts'
import type { Environment, StoredEnvironment } from './environment.ts'

/**
 * Digest of the fields that decide where service calls go, which do not include the name.
 * Training's digest stays the same although its port changes.
 */
export const placeOf = ({
  kind,
  baseUrl,
  clientId,
}: Pick<StoredEnvironment, 'kind' | 'baseUrl' | 'clientId'>): string =>
  kind === 'training' ? kind : hash('sha256', JSON.stringify([kind, baseUrl, clientId]), 'hex')

/** The name with the address, which distinguishes two environments with the same name. */
const withAddress = ({ kind, name, baseUrl }: Environment) =>
  kind === 'training' ? name : `${name} at ${baseUrl}`

const other = (message: string, advice: string): AppError => ({
  code: 'environment.other',
  message: `${message} Nothing was sent.`,
  advice,
})

/**
 * Says why a service call may not be sent to `to`, the environment on screen: it was removed, or
 * its kind, address or ClientId changed. Null if the call may be sent.
 */
export const whyMoved = (to: Destination, now: Environment | null): AppError | null => {
  if (now === null)
    return other(
      `${to.name}, which was on screen, is no longer there.`,
      'Choose an environment at the top of the window, and do it again there.',
    )
  if (now.place === to.place) return null
  return other(
    `${to.name} was changed since it came on screen: it is now ${withAddress(now)} (${now.kind}).`,
    'Look at it under Settings, and do it again when it is right.',
  )
}

/** Like {@link whyMoved}, but also refuses if another environment is in use. */
export const whyElsewhere = (
  to: Destination,
  now: Environment | null,
  inUse: Environment,
): AppError | null => {
  const moved = whyMoved(to, now)
  if (moved !== null || to.environmentId === inUse.id) return moved
  return other(
    `This was for ${to.name}, and ${withAddress(inUse)} is in use now.`,
    `Switch back to ${to.name}, or do it again in ${inUse.name}.`,
  )
}
