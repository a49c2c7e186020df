import type { ChannelName, RequestOn } from '#shared/ipc/contract.ts'
import type { Destination, EnvironmentView } from '#shared/environments/environment.ts'
import type { Settings } from '#shared/environments/settings.ts'
import type { Result } from '#shared/result.ts'

type Named = 'credentials.save' | 'credentials.saveTransaction' | 'session.test' | 'session.renew'
type InUse =
  | 'forecast.run'
  | 'forecast.caseInformation'
  | 'since.ask'
  | 'callFirst.run'
  | 'list.check'
  | 'list.start'

/**
 * A test's request on a channel. It may contain what the page has on screen; otherwise it is for
 * the environment with the given id, or for main's current environment.
 */
export type Asked<C extends ChannelName> =
  | RequestOn<C>
  | (C extends Named
      ? Omit<RequestOn<C>, 'to'> & { readonly environmentId: string }
      : C extends InUse
        ? Omit<RequestOn<C>, 'to'>
        : C extends 'submission.review'
          ? RequestOn<'submission.review'>['draft']
          : never)

interface Main {
  readonly environments: () => Promise<Result<readonly EnvironmentView[]>>
  readonly settings: () => Promise<Result<Settings>>
}

const named: ReadonlySet<string> = new Set<Named>([
  'credentials.save',
  'credentials.saveTransaction',
  'session.test',
  'session.renew',
])
const inUse: ReadonlySet<string> = new Set<InUse>([
  'forecast.run',
  'forecast.caseInformation',
  'since.ask',
  'callFirst.run',
  'list.check',
  'list.start',
])

/**
 * What is on screen in a window that has just asked main. `environmentId` names an environment
 * other than the one in use.
 */
export const onScreen = async (main: Main, environmentId?: string): Promise<Destination> => {
  const [environments, settings] = await Promise.all([main.environments(), main.settings()])
  const id = environmentId ?? (settings.ok ? settings.value.activeEnvironmentId : '')
  const found = environments.ok
    ? environments.value.find((environment) => environment.id === id)
    : undefined
  return { environmentId: id || 'unknown', place: found?.place ?? '', name: found?.name ?? '' }
}

const withDestination = async (
  main: Main,
  rest: object,
  environmentId?: string,
): Promise<object> => ({
  ...rest,
  to: await onScreen(main, environmentId),
})

/**
 * `request` as a page would send it, with what is on screen. Synchronous if main need not be asked.
 */
export const asOnScreen = (
  main: Main,
  channel: string,
  request: object,
): object | Promise<object> => {
  if ('to' in request) return request
  if (channel === 'submission.review') return withDestination(main, { draft: request })
  if (inUse.has(channel)) return withDestination(main, request)
  if (!named.has(channel) || !('environmentId' in request)) return request
  const { environmentId, ...rest } = request
  return withDestination(main, rest, String(environmentId))
}
