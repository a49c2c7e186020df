import { z } from 'zod'
import {
  credentialStyleSchema,
  environmentChoices,
  environmentKindSchema,
} from '#shared/environments/environment.ts'

/** An environment in the core. No field can hold a secret. */
export const environmentSchema = z.strictObject({
  id: z.string().min(1).max(200),
  name: z.string().min(1),
  kind: environmentKindSchema,
  /** Empty for Training while its service is not running. */
  baseUrl: z.string(),
  clientId: z.string().min(1),
  credentialStyle: credentialStyleSchema,
  ...environmentChoices,
})

export type StoredEnvironment = z.infer<typeof environmentSchema>

export interface Environment extends StoredEnvironment {
  /**
   * A digest that changes when service calls would be sent elsewhere; see `placeOf` in
   * destination.ts.
   */
  readonly place: string
  /** Provided by an administrator, so it cannot be edited or removed. */
  readonly managed: boolean
  /** Why this host cannot use the environment; otherwise empty. */
  readonly unavailable: string
  /** Original length of a shortened name, in characters; absent if the name was not shortened. */
  readonly nameLength?: number
}

/** Invisible characters: a text that contains one looks like the text without it. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu

export const hasUnseen = (text: string): boolean => text.search(unseen) !== -1

export const nameKey = (name: string): string =>
  name.replace(unseen, '').normalize('NFKC').trim().toLowerCase()

export const trainingId = 'training'

/**
 * The environment built into the program. Its service listens on this machine and its people are
 * invented.
 */
export const trainingEnvironment: Environment = {
  id: trainingId,
  name: 'Training',
  kind: 'training',
  baseUrl: '',
  clientId: 'TRAINING',
  credentialStyle: 'basic',
  place: 'training',
  managed: false,
  unavailable: '',
}

/** The only client of the training service. Its secret is new at each start. */
export const trainingCredentials = (secret: string) =>
  ({ style: 'basic', clientId: 'training', clientSecret: secret }) as const
