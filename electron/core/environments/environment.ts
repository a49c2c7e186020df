import { z } from 'zod'
import {
  credentialStyleSchema,
  environmentChoices,
  environmentKindSchema,
} from '#shared/settings/environment.ts'

/** An environment as the core knows it. No field has room for a secret. */
export const environmentSchema = z.strictObject({
  id: z.string().min(1).max(200),
  name: z.string().min(1),
  kind: environmentKindSchema,
  /** Empty for Training while its service is off. */
  baseUrl: z.string(),
  clientId: z.string().min(1),
  credentialStyle: credentialStyleSchema,
  ...environmentChoices,
})

export type StoredEnvironment = z.infer<typeof environmentSchema>

export interface Environment extends StoredEnvironment {
  /** Another text once its calls would go elsewhere; see `placeOf` in destination.ts. */
  readonly place: string
  /** Handed out by an administrator; cannot be edited or removed. */
  readonly managed: boolean
  /** Why it cannot be used in this host; else empty. */
  readonly unavailable: string
  /** Characters of a name that is too long to be shown whole and was cut; absent for any other. */
  readonly nameLength?: number
}

/** Two environments whose names have the same key cannot be told apart by name. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

export const trainingId = 'training'

/** The environment inside the program; its service listens on this machine and its people are made up. */
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

/** What the training service knows its only client by; no secret, since it answers on this machine alone. */
export const trainingCredentials = {
  style: 'basic',
  clientId: 'training',
  clientSecret: 'training',
} as const
