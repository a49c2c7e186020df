import { isDeepStrictEqual } from 'node:util'
import { environmentInputSchema, type EnvironmentInput } from '#shared/environments/environment.ts'
import type { Environment } from './environment.ts'

const fieldNames: Readonly<Record<keyof EnvironmentInput, string>> = {
  id: 'id',
  name: 'name',
  kind: 'kind',
  baseUrl: 'base URL',
  clientId: 'ClientId',
  credentialStyle: 'how it signs in',
  limits: 'time limits',
  takesSeveral: 'files with several participants',
  emptySession: 'empty SID and Cookie',
  refusals: 'shapes that prove a refusal',
  readAs: 'how amounts are read',
}

/** What was saved about an environment, for the activity log, without names and addresses; `before` is null for a new one. */
export const environmentChanges = (before: Environment | null, after: Environment): string => {
  if (before === null) return 'Added an environment'
  const changed = environmentInputSchema
    .keyof()
    .options.filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => fieldNames[key])
  return changed.length === 0 ? '' : `Environment: ${changed.join(', ')}`
}
