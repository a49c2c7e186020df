import type { EnvironmentInput } from '#shared/environments/environment.ts'
import { z } from 'zod'
import type { SettingsFile } from '../platform/ports.ts'
import { parseBaseUrl } from './base-url.ts'
import { placeOf } from './destination.ts'
import {
  environmentSchema,
  nameKey,
  trainingEnvironment,
  trainingId,
  type Environment,
  type StoredEnvironment,
} from './environment.ts'

export interface StoredEnvironmentsNeeds {
  readonly settingsFile: SettingsFile
  /** From {@link parseProvisioning}. */
  readonly provisioned?: readonly EnvironmentInput[]
  /** False in the browser host: it lists production environments, but every use of one fails. */
  readonly allowProduction: boolean
}

const storageKey = 'environments'
/** The limit of `destinationSchema` for a name, in characters. The form allows fewer. */
const mostOfName = 200

const nameSchema = z.looseObject({ name: z.string().trim().min(1) })
const titleOf = (entry: unknown, index: number) => {
  const { data } = nameSchema.safeParse(entry)
  return data ? `“${data.name.slice(0, 80).toWellFormed()}”` : `entry ${index + 1}`
}

const isOf = (id: string) => (raw: unknown) => environmentSchema.safeParse(raw).data?.id === id

/** Shortens a name that somebody made too long in a text editor, without splitting a character. */
const cut = (stored: StoredEnvironment): StoredEnvironment & Pick<Environment, 'nameLength'> => {
  const { name } = stored
  if (name.length <= mostOfName) return stored
  const begin = name.slice(0, mostOfName - 1).toWellFormed()
  return { ...stored, name: `${begin.replace(/\uFFFD$/, '')}…`, nameLength: name.length }
}

export const createStoredEnvironments = ({
  settingsFile,
  provisioned = [],
  allowProduction,
}: StoredEnvironmentsNeeds) => {
  const asEnvironment = (stored: StoredEnvironment, managed: boolean): Environment => ({
    ...cut(stored),
    place: placeOf(stored),
    managed,
    unavailable:
      stored.kind === 'production' && !allowProduction
        ? 'Production can only be used in the desktop program, not in a browser tab.'
        : '',
  })
  const managed = provisioned.map((input) =>
    asEnvironment({ ...input, id: input.id ?? input.name }, true),
  )
  const taken = new Set([trainingId, ...managed.map(({ id }) => id)])
  const takenNames = [trainingEnvironment, ...managed].map(({ name }) => nameKey(name))

  const readAll = (raw: readonly unknown[]) => {
    const environments: Environment[] = []
    const unread: string[] = []
    const names = new Set(takenNames)
    for (const [index, entry] of raw.entries()) {
      const { data } = environmentSchema.safeParse(entry)
      if (data && taken.has(data.id)) continue
      const baseUrl = data && parseBaseUrl(data.baseUrl)
      const isTwin = environments.some(({ id }) => id === data?.id)
      if (!data || data.kind === 'training' || !baseUrl?.ok || isTwin) {
        unread.push(titleOf(entry, index))
        continue
      }
      // A second environment with the same name could mislead users about where requests go.
      const name = names.has(nameKey(data.name))
        ? `${data.name.trim()} at ${baseUrl.value}`
        : data.name
      names.add(nameKey(name))
      environments.push(asEnvironment({ ...data, name, baseUrl: baseUrl.value }, false))
    }
    return { raw, environments, unread }
  }

  /**
   * Entries that cannot be read, because a later version or a text editor wrote them, are skipped
   * but kept when the list is written.
   */
  const none: readonly unknown[] = []
  const rawStored = (): readonly unknown[] => {
    const value = settingsFile.get(storageKey)
    return Array.isArray(value) ? value : none
  }
  let lastRead = readAll(none)
  const stored = () => {
    const raw = rawStored()
    if (lastRead.raw !== raw) lastRead = readAll(raw)
    return lastRead
  }

  return {
    list: (): readonly Environment[] => [...managed, ...stored().environments],
    unread: (): readonly string[] => {
      const value = settingsFile.get(storageKey)
      return value === undefined || Array.isArray(value) ? stored().unread : ['the whole list']
    },
    put: (entry: StoredEnvironment): Environment => {
      const entries = rawStored()
      const isIt = isOf(entry.id)
      settingsFile.set(
        storageKey,
        entries.some(isIt) ? entries.map((raw) => (isIt(raw) ? entry : raw)) : [...entries, entry],
      )
      return asEnvironment(entry, false)
    },
    remove: (id: string) => {
      const isIt = isOf(id)
      settingsFile.set(
        storageKey,
        rawStored().filter((raw) => !isIt(raw)),
      )
    },
  }
}
