import { randomUUID } from 'node:crypto'
import type { Destination, EnvironmentInput } from '#shared/environments/environment.ts'
import type { Settings } from '#shared/environments/settings.ts'
import { createListeners } from '#shared/listeners.ts'
import { fail, invalidField, ok, whenOk, type Result } from '#shared/result.ts'
import type { TrainingService } from '../platform/ports.ts'
import type { Questions } from '../questions/questions.ts'
import type { SettingsStore } from './settings/settings-store.ts'
import { parseBaseUrl } from './base-url.ts'
import { whyElsewhere, whyMoved } from './destination.ts'
import {
  hasUnseen,
  nameKey,
  trainingEnvironment,
  trainingId,
  type Environment,
} from './environment.ts'
import { createKnownAddresses } from './known-addresses.ts'
import { createStoredEnvironments, type StoredEnvironmentsNeeds } from './stored-environments.ts'

interface EnvironmentsNeeds extends StoredEnvironmentsNeeds {
  readonly settings: SettingsStore
  readonly training: Pick<TrainingService, 'start'>
  readonly questions: Pick<Questions, 'newAddress'>
  /**
   * Called when a window asks for an environment that is not in use, because the window missed an event or something
   * outside the program changed the settings.
   */
  readonly onMissed?: () => void
}

/** The environment, if the user may change it. Fails with `environment.locked`. */
const changeable = (current: Result<Environment>): Result<Environment> => {
  if (!current.ok) return current
  const { id, name, managed } = current.value
  const why = id === trainingId ? 'built in' : managed ? 'managed by your administrator' : ''
  return why === ''
    ? current
    : fail({ code: 'environment.locked', message: `${name} is ${why} and cannot be changed here.` })
}

/** The same key for every spelling of an address: lower case, without the dot that may end a host name. */
const addressKey = (baseUrl: string) => baseUrl.toLowerCase().replace(/\.(?=:\d|\/|$)/, '')

/**
 * Says why an environment cannot have its address; empty if it can. A test environment must not
 * have the address of a production environment, or the reverse, because test submissions would
 * change real savings. The specification gives each environment its own address.
 */
export const whySharedAddress = (
  { name, kind, baseUrl }: Pick<Environment, 'name' | 'kind' | 'baseUrl'>,
  others: readonly Pick<Environment, 'name' | 'kind' | 'baseUrl'>[],
): string => {
  const isProduction = kind === 'production'
  const other = others.find(
    (each) =>
      addressKey(each.baseUrl) === addressKey(baseUrl) &&
      (each.kind === 'production') !== isProduction,
  )
  if (other === undefined) return ''
  const [production, test] = isProduction ? [name, other.name] : [other.name, name]
  return `${production} is for production and has the same base URL as ${test}. A test environment needs an address of its own.`
}

const wrongName = (message: string) => invalidField(message, 'name')

export const createEnvironments = (needs: EnvironmentsNeeds) => {
  const { settings, training, onMissed } = needs
  const stored = createStoredEnvironments(needs)
  const addresses = createKnownAddresses(needs.settingsFile, needs.questions)
  const changes = createListeners<[environmentId: string]>()
  let trainingUrl = ''

  const trainingNow = (): Environment => ({ ...trainingEnvironment, baseUrl: trainingUrl })
  const list = (): readonly Environment[] => [trainingNow(), ...stored.list()]

  const asItIs = (id: string) => list().find((environment) => environment.id === id) ?? null

  /** Fails with `environment.notFound`. */
  const get = (id: string): Result<Environment> => {
    const found = asItIs(id)
    return found
      ? ok(found)
      : fail({
          code: 'environment.notFound',
          message: 'This environment is no longer there.',
          advice: 'Choose another one under Settings.',
          details: id,
        })
  }

  const usable = (id: string): Result<Environment> => {
    const found = get(id)
    if (!found.ok || found.value.unavailable === '') return found
    return fail({ code: 'environment.locked', message: found.value.unavailable })
  }

  const chosen = () => asItIs(settings.get().activeEnvironmentId)
  const active = () => chosen() ?? trainingNow()

  /** The environment with its base URL, for Training with its service started. Also fails with `environment.locked`. */
  const ready = async (id: string): Promise<Result<Environment>> => {
    const found = usable(id)
    if (!found.ok || found.value.kind !== 'training') return found
    const started = await training.start()
    if (!started.ok) return started
    trainingUrl = started.value
    return ok({ ...found.value, baseUrl: trainingUrl })
  }

  /**
   * Returns the environment ready for a service call, once a person has agreed to its address. Also fails with
   * `environment.locked` and `question.refused`.
   */
  const use = async (id: string): Promise<Result<Environment>> => {
    const found = await ready(id)
    if (!found.ok || addresses.isKnown(found.value)) return found
    const agreed = await addresses.ask(found.value)
    // The environment may have changed during the question.
    return agreed.ok ? use(id) : agreed
  }

  /**
   * Why a service call for `to` may not be sent: another environment is in use, or this one changed; otherwise null.
   */
  const whyNotInUse = (to: Destination) => {
    const why = whyElsewhere(to, asItIs(to.environmentId), active())
    if (why) onMissed?.()
    return why
  }

  return {
    list,
    unread: stored.unread,
    isChosenGone: () => chosen() === null,
    /**
     * `settings` with the environment that is actually in use, which may differ from the chosen
     * one.
     */
    asInUse: (read: Result<Settings>): Result<Settings> =>
      read.ok ? ok({ ...read.value, activeEnvironmentId: active().id }) : read,
    get,
    active,
    ready,
    use,
    whyElsewhere: whyNotInUse,
    /** Like `whyElsewhere`, but the environment need not be in use. */
    whyMoved: (to: Destination) => whyMoved(to, asItIs(to.environmentId)),
    /** Like `use`, for the environment on screen. Fails with `environment.other` and the reason from `whyElsewhere`. */
    useInUse: async (to: Destination): Promise<Result<Environment>> => {
      const ready = await use(to.environmentId)
      const elsewhere = whyNotInUse(to)
      return elsewhere ? fail(elsewhere) : ready
    },
    /**
     * True if the service accepts files with several participants; false for an unknown
     * environment.
     */
    takesSeveral: (environmentId: string) => asItIs(environmentId)?.takesSeveral === true,
    /** Adds an environment, or changes the one with `input.id`. Fails with `environment.*` and `input.invalid`. */
    save: (input: EnvironmentInput) => {
      const baseUrl = parseBaseUrl(input.baseUrl)
      if (!baseUrl.ok) return baseUrl
      const current = input.id === undefined ? null : changeable(get(input.id))
      if (current?.ok === false) return current
      const id = input.id ?? randomUUID()
      const name = input.name.trim()
      if (hasUnseen(name))
        return wrongName('The name has an invisible character in it. Type it by hand.')
      if (hasUnseen(input.clientId))
        return invalidField(
          'The ClientId has an invisible character in it. Type it by hand.',
          'clientId',
        )
      if (list().some((other) => other.id !== id && nameKey(other.name) === nameKey(name)))
        return wrongName(`There is already an environment named ${name}.`)
      const shared = whySharedAddress(
        { name, kind: input.kind, baseUrl: baseUrl.value },
        list().filter((other) => other.id !== id),
      )
      if (shared !== '')
        return fail({ code: 'environment.baseUrl', message: shared, field: 'baseUrl' })
      const saved = stored.put({ ...input, id, name, baseUrl: baseUrl.value })
      changes.tell(id)
      return ok(saved)
    },
    /** The caller must forget the environment's credentials. Fails as `save` does. */
    remove: (id: string) => {
      const current = changeable(get(id))
      if (!current.ok) return current
      stored.remove(id)
      changes.tell(id)
      if (settings.get().activeEnvironmentId !== id) return ok(undefined)
      return whenOk(settings.change({ activeEnvironmentId: trainingId }), () => ok(undefined))
    },
    /** Fails with `environment.notFound` or `environment.locked`. */
    select: (id: string) => whenOk(usable(id), () => settings.change({ activeEnvironmentId: id })),
    onChange: changes.on,
  }
}
export type Environments = ReturnType<typeof createEnvironments>
