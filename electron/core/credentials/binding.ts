import { z } from 'zod'
import { environmentKindSchema } from '#shared/ipc/views.ts'
import type { AppError } from '#shared/errors.ts'
import type { Environment } from '../environments/environment.ts'

/** What a secret was entered for: where it may be sent, and how careful the program is with what is sent there. */
export const bindingSchema = z.strictObject({ origin: z.string(), kind: environmentKindSchema })
export type Binding = z.infer<typeof bindingSchema>

/** Training is at another port with each start, and always the same. */
export const bindingOf = ({ kind, baseUrl }: Pick<Environment, 'kind' | 'baseUrl'>): Binding => ({
  origin: kind === 'training' ? kind : new URL(baseUrl).origin,
  kind,
})

const same = (one: Binding, other: Binding): boolean => one.origin === other.origin && one.kind === other.kind

const kindWords = { training: 'Training', uat: 'UAT', production: 'production' } as const

/**
 * Why a secret that was entered for `bound` is not used for `environment`; null when it is. `changedTo` is what the program
 * itself last made of the environment: anything else was changed from outside, such as in the settings file.
 */
export const whyUnused = (
  bound: Binding,
  changedTo: Binding | undefined,
  environment: Environment,
  words: { readonly what: string; readonly again: string },
): AppError | null => {
  const now = bindingOf(environment)
  if (same(bound, now)) return null
  const { name } = environment
  const part = bound.kind === now.kind ? 'address' : bound.origin === now.origin ? 'kind' : 'address and kind'
  const before = part === 'kind' ? kindWords[bound.kind] : bound.origin
  const after = part === 'kind' ? kindWords[now.kind] : part === 'address' ? now.origin : `${now.origin} (${kindWords[now.kind]})`
  const isOurs = changedTo !== undefined && same(changedTo, now)
  return {
    code: 'credentials.elsewhere',
    message: isOurs
      ? `${words.what} for ${before}, and ${name} is ${after} now. They were not used.`
      : `${name} was changed outside Glidepath: its ${part} was ${before} when ${words.what.charAt(0).toLowerCase()}${words.what.slice(1)}, and is ${after} now. They were not used.`,
    advice: isOurs ? words.again : `Look at it under Settings. Where it is wrong, put it back; where it is right: ${words.again}`,
  }
}
