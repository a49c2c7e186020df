import { z } from 'zod'
import { none, id, jobId } from '../channel.ts'
import {
  environmentViewSchema,
  environmentInputSchema,
  destinationSchema,
  credentialsInputSchema,
  transactionSecretsInputSchema,
  connectionTestSchema,
} from './environment.ts'
import { networkViewSchema, proxyCredentialsInputSchema, rootChoiceSchema } from './network.ts'
import { appInfoSchema, settingsSchema } from './settings.ts'

const ofEnvironment = z.strictObject({ environmentId: id })

export const settingsChannels = {
  'app.info': { request: none, response: appInfoSchema },
  /** Looks again for a keychain that could not be used; returns its current state. */
  'keychain.reopen': { request: none, response: appInfoSchema },
  'settings.get': { request: none, response: settingsSchema },
  /** `environments.select` chooses the environment in use, `backup.pickFolder` the folder for backups. */
  'settings.change': {
    request: settingsSchema.omit({ activeEnvironmentId: true, backupFolder: true }).partial(),
    response: settingsSchema,
  },
  'environments.list': { request: none, response: z.array(environmentViewSchema) },
  'environments.save': { request: environmentInputSchema, response: environmentViewSchema },
  'environments.remove': { request: ofEnvironment, response: none },
  'environments.select': { request: ofEnvironment, response: settingsSchema },
  'credentials.save': {
    request: z.strictObject({ to: destinationSchema, credentials: credentialsInputSchema }),
    response: environmentViewSchema,
  },
  'credentials.forget': { request: ofEnvironment, response: environmentViewSchema },
  'credentials.saveTransaction': {
    request: z.strictObject({ to: destinationSchema, ...transactionSecretsInputSchema.shape }),
    response: environmentViewSchema,
  },
  'credentials.forgetTransaction': { request: ofEnvironment, response: environmentViewSchema },
  /**
   * Unlike other service calls, this channel and `session.renew` also accept an environment that is
   * not in use.
   */
  'session.test': {
    request: z.strictObject({ to: destinationSchema, jobId }),
    response: connectionTestSchema,
  },
  'session.renew': {
    request: z.strictObject({ to: destinationSchema }),
    response: environmentViewSchema,
  },
  'session.forget': { request: ofEnvironment, response: environmentViewSchema },
  'network.get': { request: none, response: networkViewSchema },
  'network.saveProxyCredentials': {
    request: proxyCredentialsInputSchema,
    response: networkViewSchema,
  },
  'network.forgetProxyCredentials': { request: none, response: networkViewSchema },
  /** PEM text of additional certificate authorities. None is trusted until it is confirmed. */
  'network.addRoots': {
    request: z.strictObject({ pem: z.string().max(1_000_000) }),
    response: networkViewSchema,
  },
  /** Trusts the authority from now on. A person has compared the fingerprint. */
  'network.confirmRoot': { request: rootChoiceSchema, response: networkViewSchema },
  'network.removeRoot': { request: rootChoiceSchema, response: networkViewSchema },
} as const
