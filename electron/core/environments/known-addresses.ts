import { z } from 'zod'
import type { Result } from '#shared/result.ts'
import type { SettingsFile } from '../platform/ports.ts'
import type { Questions } from '../questions/questions.ts'
import type { Environment } from './environment.ts'

const storageKey = 'knownAddresses'
const knownSchema = z.array(z.string()).catch([])

/** A test environment at a known production address is new, and the reverse. */
const keyOf = ({ kind, baseUrl }: Environment) => `${kind} ${new URL(baseUrl).origin}`

/**
 * The addresses to which a person let the program send. Training's own and those of an administrator need nobody, because
 * the page cannot choose them.
 */
export const createKnownAddresses = (
  settingsFile: SettingsFile,
  questions: Pick<Questions, 'newAddress'>,
) => {
  const asking = new Map<string, Promise<Result<void>>>()
  const known = () => knownSchema.parse(settingsFile.get(storageKey))

  const askOnce = async (environment: Environment, key: string) => {
    const agreed = await questions.newAddress(environment)
    if (agreed.ok) settingsFile.set(storageKey, [...known(), key])
    return agreed
  }

  const isKnown = (environment: Environment): boolean =>
    environment.kind === 'training' || environment.managed || known().includes(keyOf(environment))

  return {
    isKnown,
    /** Asks for an address that is not known; calls at the same time share one question. Fails as the question does. */
    ask: (environment: Environment): Promise<Result<void>> => {
      const key = keyOf(environment)
      const answer = asking.get(key) ?? askOnce(environment, key).finally(() => asking.delete(key))
      asking.set(key, answer)
      return answer
    },
  }
}
