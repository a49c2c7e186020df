import type { EnvironmentView } from '#shared/environments/environment.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { Credentials } from './credentials/credentials.ts'
import type { TokenSource } from './credentials/token/token-source.ts'
import type { Environment } from './environment.ts'
import type { Environments } from './environments.ts'

interface EnvironmentViewNeeds {
  readonly environments: Environments
  readonly credentials: Credentials
  readonly tokens: TokenSource
}

export const createEnvironmentViews = ({
  environments,
  credentials,
  tokens,
}: EnvironmentViewNeeds) => {
  const view = async (environment: Environment): Promise<EnvironmentView> => {
    const stored = await credentials.whereStored(environment.id)
    const whyUnused = stored === 'none' ? await credentials.whyUnused(environment.id) : ''
    return {
      ...environment,
      credentials: stored,
      whyUnused: whyUnused || undefined,
      transactionSecrets: await credentials.whereTransactionStored(environment.id),
      token: tokens.state(environment.id),
    }
  }
  return {
    /** Fails with `environment.notFound`. */
    one: async (id: string) =>
      whenOk(environments.get(id), async (environment) => ok(await view(environment))),
    all: async (): Promise<Result<EnvironmentView[]>> =>
      ok(await Promise.all(environments.list().map(view))),
  }
}
export type EnvironmentViews = ReturnType<typeof createEnvironmentViews>
