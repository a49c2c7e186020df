import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { Destination } from '#shared/settings/environment.ts'
import { doing, orNothing, type RouteNeeds, type Routes } from './route.ts'

export const settingsRoutes = (needs: RouteNeeds) => {
  const { settings, environments, views, credentials, tokens, network, jobs } = needs

  const thenNetwork =
    <I>(change: (request: I) => Promise<Result<unknown>>) =>
    async (request: I) =>
      whenOk(await change(request), async () => ok(await needs.networkView()))

  const thenView = async (environmentId: string, change: Result<unknown>) =>
    whenOk(change, () => views.one(environmentId))

  /** Runs `work` for the environment on screen, in use or not. Fails with `environment.other` if it changed. */
  const asShown = async <T>(
    to: Destination,
    work: () => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const moved = environments.whyMoved(to)
    return moved ? fail(moved) : work()
  }

  return {
    'app.info': async () => ok(await needs.info()),
    'keychain.reopen': async () => ok(await needs.reopenKeychain()),
    'settings.get': () => environments.asInUse(ok(settings.get())),
    'settings.change': (patch) => environments.asInUse(settings.change(patch)),
    'environments.list': views.all,
    'environments.save': async (input) =>
      whenOk(environments.save(input), (saved) => views.one(saved.id)),
    'environments.remove': async ({ environmentId }) => {
      const removed = environments.remove(environmentId)
      const forgotten = removed.ok ? await credentials.forget(environmentId) : removed
      return orNothing(forgotten.ok ? await needs.plans.remove(environmentId) : forgotten)
    },
    'environments.select': async ({ environmentId }) => {
      const selected = environments.select(environmentId)
      const ready = selected.ok ? await environments.use(environmentId) : selected
      // Another window may have chosen another environment while this one was starting.
      return ready.ok ? ok(settings.get()) : ready
    },
    'credentials.save': async ({ to, credentials: entered }) => {
      const saved = await asShown(to, () => credentials.save(to.environmentId, entered))
      if (saved.ok) tokens.forget(to.environmentId)
      return thenView(to.environmentId, saved)
    },
    'credentials.forget': async ({ environmentId }) => {
      const forgotten = await credentials.forget(environmentId)
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
    'session.test': ({ to, jobId }) =>
      jobs.run(jobId, (job) => asShown(to, async () => ok(await needs.testConnection(to, job)))),
    'session.renew': async ({ to }) =>
      thenView(to.environmentId, await asShown(to, () => tokens.renew(to.environmentId))),
    'session.forget': ({ environmentId }) => {
      tokens.forget(environmentId)
      return views.one(environmentId)
    },
    'network.get': async () => ok(await needs.networkView()),
    'network.saveProxyCredentials': thenNetwork((input) => network.saveProxyCredentials(input)),
    'network.forgetProxyCredentials': thenNetwork(() => network.forgetProxyCredentials()),
    'network.addRoots': thenNetwork(({ pem }) => network.addRoots(pem)),
    'network.confirmRoot': thenNetwork(({ fingerprint }) => network.confirmRoot(fingerprint)),
    'network.removeRoot': thenNetwork(({ fingerprint }) => network.removeRoot(fingerprint)),
  } satisfies Partial<Routes>
}

export const programRoutes = ({ plans, lock, traffic, practice }: RouteNeeds) =>
  ({
    'plans.list': ({ environmentId }) => plans.list(environmentId),
    'plans.import': ({ environmentId, bytes }) => plans.importFile(environmentId, bytes),
    'plans.remove': async ({ environmentId, planId }) =>
      orNothing(await plans.remove(environmentId, planId)),
    'lock.state': async () => ok(await lock.state()),
    'lock.unlock': ({ passphrase }) => lock.unlock(passphrase),
    'lock.lock': lock.lock,
    'lock.touch': doing(lock.touch),
    'lock.setPassphrase': ({ current, next }) => lock.setPassphrase(current, next),
    'lock.removePassphrase': ({ current }) => lock.removePassphrase(current),
    'traffic.list': () => ok(traffic.list()),
    'traffic.open': ({ id }) => traffic.open(id),
    'traffic.clear': doing(traffic.clear),
    'traffic.export': () => ok({ text: traffic.export() }),
    'training.faults.get': practice.state,
    'training.faults.set': practice.set,
    'training.faults.clear': practice.clear,
    'training.exampleList': practice.exampleList,
  }) satisfies Partial<Routes>
