import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { Destination } from '#shared/environments/environment.ts'
import { noted, type Note } from '../platform/note.ts'
import type { Network } from '../platform/ports.ts'
import { loweredBySettings, type Questions } from '../questions/questions.ts'
import { orNothing, type Routes } from '../platform/route.ts'
import type { Credentials } from './credentials/credentials.ts'
import type { TokenSource } from './credentials/token/token-source.ts'
import { environmentChanges } from './environment-changes.ts'
import type { EnvironmentViews } from './environment-views.ts'
import type { Environments } from './environments.ts'
import type { PlanDirectory } from './plans/plan-directory.ts'
import type { Practice } from './practice/practice.ts'
import { settingChanges } from './settings/setting-words.ts'
import type { SettingsStore } from './settings/settings-store.ts'

interface RouteNeeds {
  readonly settings: SettingsStore
  readonly environments: Environments
  readonly views: EnvironmentViews
  readonly credentials: Credentials
  readonly tokens: TokenSource
  readonly plans: PlanDirectory
  readonly network: Network
  readonly practice: Practice
  readonly questions: Pick<Questions, 'lower' | 'trustAuthority'>
  readonly log: Note
}

const changed = (environmentId: string) => ({ action: 'settings', environmentId }) as const

const settingsRoutes = (needs: RouteNeeds) => {
  const { settings, environments, views, credentials, plans, questions, log } = needs
  const forget = async (environmentId: string) =>
    noted(log, await credentials.forget(environmentId), {
      action: 'credentialsForgotten',
      environmentId,
    })
  const removePlans = async (environmentId: string, planId?: string) =>
    noted(log, await plans.remove(environmentId, planId), changed(environmentId))
  return {
    'settings.get': () => environments.asInUse(ok(settings.get())),
    'settings.change': async (patch) => {
      const before = settings.get()
      const lowered = loweredBySettings(before, patch)
      const agreed = lowered.length === 0 ? ok(undefined) : await questions.lower(lowered)
      const saved = agreed.ok ? settings.change(patch) : agreed
      const change = settingChanges(before, patch)
      return environments.asInUse(noted(log, saved, { action: 'settings', change }))
    },
    'environments.list': views.all,
    'environments.save': async (input) => {
      const before = input.id === undefined ? null : environments.get(input.id)
      const saved = environments.save(input)
      const about = saved.ok && {
        ...changed(saved.value.id),
        change: environmentChanges(before?.ok ? before.value : null, saved.value),
      }
      noted(log, saved, about || { action: 'settings' })
      return whenOk(saved, ({ id }) => views.one(id))
    },
    'environments.remove': async ({ environmentId }) => {
      const removed = noted(log, environments.remove(environmentId), changed(environmentId))
      const forgotten = removed.ok ? await forget(environmentId) : removed
      return orNothing(forgotten.ok ? await removePlans(environmentId) : forgotten)
    },
    'environments.select': async ({ environmentId }) => {
      const selected = noted(log, environments.select(environmentId), changed(environmentId))
      const ready = selected.ok ? await environments.ready(environmentId) : selected
      // Another window may have chosen another environment while this one was starting.
      return ready.ok ? ok(settings.get()) : ready
    },
    'plans.list': ({ environmentId }) => plans.list(environmentId),
    'plans.import': async ({ environmentId, bytes }) =>
      noted(log, await plans.importFile(environmentId, bytes), changed(environmentId)),
    'plans.remove': async ({ environmentId, planId }) =>
      orNothing(await removePlans(environmentId, planId)),
  } satisfies Partial<Routes>
}

const credentialRoutes = ({ environments, views, credentials, tokens, log }: RouteNeeds) => {
  const thenView = async (environmentId: string, change: Result<unknown>) =>
    whenOk(change, () => views.one(environmentId))

  /**
   * Runs `work` for the environment on screen, whether or not it is in use. Fails with
   * `environment.other` if the environment has changed.
   */
  const asShown = async <T>(
    to: Destination,
    work: () => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const moved = environments.whyMoved(to)
    return moved ? fail(moved) : work()
  }

  return {
    'credentials.save': async ({ to, credentials: entered }) => {
      const { environmentId } = to
      const saved = await asShown(to, async () =>
        noted(log, await credentials.save(environmentId, entered), {
          action: 'credentialsWritten',
          environmentId,
        }),
      )
      if (saved.ok) tokens.forget(environmentId)
      return thenView(environmentId, saved)
    },
    'credentials.forget': async ({ environmentId }) => {
      const about = { action: 'credentialsForgotten', environmentId } as const
      const forgotten = noted(log, await credentials.forget(environmentId), about)
      if (forgotten.ok) tokens.forget(environmentId)
      return thenView(environmentId, forgotten)
    },
    'credentials.saveTransaction': async ({ to, ...secrets }) =>
      thenView(
        to.environmentId,
        await asShown(to, () => credentials.saveTransaction(to.environmentId, secrets)),
      ),
    'credentials.forgetTransaction': async ({ environmentId }) =>
      thenView(environmentId, await credentials.forgetTransaction(environmentId)),
    'session.renew': async ({ to }) =>
      thenView(to.environmentId, await asShown(to, () => tokens.renew(to.environmentId))),
    'session.forget': ({ environmentId }) => {
      tokens.forget(environmentId)
      return views.one(environmentId)
    },
  } satisfies Partial<Routes>
}

const networkRoutes = ({ environments, network, questions, log }: RouteNeeds) => {
  const view = async () => ok(await network.view(environments.active().baseUrl))
  const thenView =
    <I>(change: (request: I) => Promise<Result<unknown>>) =>
    async (request: I) =>
      whenOk(await change(request), view)
  return {
    'network.get': view,
    'network.saveProxyCredentials': thenView((input) => network.saveProxyCredentials(input)),
    'network.forgetProxyCredentials': thenView(() => network.forgetProxyCredentials()),
    'network.addRoots': thenView(({ pem }) => network.addRoots(pem)),
    'network.confirmRoot': thenView(async ({ fingerprint }) => {
      const { roots } = await network.view('')
      const root = roots.find((each) => each.fingerprint === fingerprint)
      const asked = root !== undefined && root.standing !== 'confirmed'
      const agreed = asked ? await questions.trustAuthority(root) : ok(undefined)
      const confirmed = agreed.ok ? await network.confirmRoot(fingerprint) : agreed
      return noted(log, confirmed, { action: 'authorityConfirmed' })
    }),
    'network.removeRoot': thenView(async ({ fingerprint }) =>
      noted(log, await network.removeRoot(fingerprint), { action: 'authorityRemoved' }),
    ),
  } satisfies Partial<Routes>
}

export const environmentRoutes = (needs: RouteNeeds) =>
  ({
    ...settingsRoutes(needs),
    ...credentialRoutes(needs),
    ...networkRoutes(needs),
    'training.faults.get': needs.practice.state,
    'training.faults.set': needs.practice.set,
    'training.faults.clear': needs.practice.clear,
    'training.exampleList': needs.practice.exampleList,
  }) satisfies Partial<Routes>
