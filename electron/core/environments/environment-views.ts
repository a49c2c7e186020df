import type { EnvironmentView } from '#shared/ipc/views.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { TokenSource } from '../token/token-source.ts'
import type { Environment } from './environment.ts'

export interface EnvironmentViewNeeds {
  readonly credentials: Pick<Credentials, 'whereStored' | 'whereTransactionStored'>
  readonly tokens: Pick<TokenSource, 'state'>
}

/** One environment as the page sees it: with the state of its token and the place of its credentials, never a secret. */
export const environmentView = async (
  environment: Environment,
  { credentials, tokens }: EnvironmentViewNeeds,
): Promise<EnvironmentView> => ({
  ...environment,
  credentials: await credentials.whereStored(environment.id),
  transactionSecrets: await credentials.whereTransactionStored(environment.id),
  token: tokens.state(environment.id),
})
