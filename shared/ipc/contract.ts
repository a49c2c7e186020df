import { z } from 'zod'
import { caseInformationInputsSchema, forecastInputsSchema } from '../express/requests.ts'
import { serviceCallDetailSchema, serviceCallSchema } from './call-views.ts'
import { networkViewSchema, proxyCredentialsInputSchema } from './network-views.ts'
import { badDaySchema, faultOrderSchema } from '../training/faults.ts'
import {
  activityCheckSchema,
  activityExportSchema,
  activityListRequestSchema,
  activityPageSchema,
  activityUseSchema,
} from './activity.ts'
import {
  appInfoSchema,
  connectionTestSchema,
  credentialsInputSchema,
  environmentInputSchema,
  environmentViewSchema,
  exampleParticipantSchema,
  libraryItemSchema,
  libraryRecordSchema,
  openedParticipantSchema,
  participantSourceSchema,
  receiptSchema,
  recentParticipantSchema,
  savedCaseInformationSchema,
  savedForecastSchema,
  settingsSchema,
  submissionDraftSchema,
  submissionReviewSchema,
  transactionSecretsInputSchema,
} from './views.ts'

/** A request and its answer. Main validates both, the renderer validates the answer once more. */
interface Channel {
  readonly request: z.ZodType
  readonly response: z.ZodType
}

const none = z.strictObject({})
const id = z.string().min(1).max(200)
const handle = z.strictObject({ handle: id })
/** Chosen by the renderer, so that it can cancel before the answer is there. */
const jobId = id

/**
 * Every message between renderer and main, declared once. To add one: declare it here, add its name to
 * `channels.ts`, and give it a handler in `electron/core/ipc/routes.ts`; the compiler finds the rest.
 */
export const contract = {
  'app.info': { request: none, response: appInfoSchema },
  /** Looks for a keychain that could not be used; answers with what is so now. */
  'keychain.reopen': { request: none, response: appInfoSchema },

  'settings.get': { request: none, response: settingsSchema },
  'settings.change': { request: settingsSchema.partial(), response: settingsSchema },

  'environments.list': { request: none, response: z.array(environmentViewSchema) },
  'environments.save': { request: environmentInputSchema, response: environmentViewSchema },
  'environments.remove': { request: z.strictObject({ environmentId: id }), response: none },
  'environments.select': { request: z.strictObject({ environmentId: id }), response: settingsSchema },

  'credentials.save': {
    request: z.strictObject({ environmentId: id, credentials: credentialsInputSchema }),
    response: environmentViewSchema,
  },
  'credentials.forget': { request: z.strictObject({ environmentId: id }), response: environmentViewSchema },
  'credentials.saveTransaction': {
    request: z.strictObject({ environmentId: id, ...transactionSecretsInputSchema.shape }),
    response: environmentViewSchema,
  },
  'credentials.forgetTransaction': { request: z.strictObject({ environmentId: id }), response: environmentViewSchema },

  'session.test': { request: z.strictObject({ environmentId: id, jobId }), response: connectionTestSchema },
  'session.renew': { request: z.strictObject({ environmentId: id }), response: environmentViewSchema },
  'session.forget': { request: z.strictObject({ environmentId: id }), response: environmentViewSchema },

  /** Calls to the service, newest first; bodies redacted. */
  'calls.list': { request: none, response: z.array(serviceCallSchema) },
  'calls.open': { request: z.strictObject({ id }), response: serviceCallDetailSchema },
  'calls.clear': { request: none, response: none },
  /** The support file as text. */
  'calls.export': { request: none, response: z.strictObject({ text: z.string() }) },

  'network.get': { request: none, response: networkViewSchema },
  'network.saveProxyCredentials': { request: proxyCredentialsInputSchema, response: networkViewSchema },
  'network.forgetProxyCredentials': { request: none, response: networkViewSchema },
  /** PEM text of further certificate authorities; empty for none. */
  'network.saveRoots': { request: z.strictObject({ pem: z.string().max(1_000_000) }), response: networkViewSchema },

  'participant.examples': { request: none, response: z.array(exampleParticipantSchema) },
  'participant.open': { request: participantSourceSchema, response: openedParticipantSchema },
  'participant.choose': {
    request: z.strictObject({ handle: id, index: z.number().int().min(0) }),
    response: openedParticipantSchema,
  },
  'participant.text': { request: handle, response: z.strictObject({ text: z.string() }) },
  'participant.close': { request: handle, response: none },
  'participant.recents': { request: none, response: z.array(recentParticipantSchema) },
  'participant.forgetRecents': { request: none, response: none },

  'forecast.run': {
    request: z.strictObject({
      handle: id,
      operation: z.enum(['forecast', 'forecastCurrent']),
      inputs: forecastInputsSchema,
      jobId,
    }),
    response: savedForecastSchema,
  },
  'forecast.caseInformation': {
    request: z.strictObject({
      inputs: caseInformationInputsSchema,
      /** Whom the result is about, when a participant is open. */
      handle: id.optional(),
      jobId,
    }),
    response: savedCaseInformationSchema,
  },
  'job.cancel': { request: z.strictObject({ jobId }), response: none },

  'submission.review': { request: submissionDraftSchema, response: submissionReviewSchema },
  'submission.send': {
    request: z.strictObject({
      submissionId: id,
      /** The participant's name as typed, where the environment asks for it. */
      typedName: z.string().optional(),
      /** Why it is sent again, where the review shows an earlier one that was accepted. */
      overrideReason: z.string().max(500).optional(),
    }),
    response: receiptSchema,
  },
  'submission.discard': { request: z.strictObject({ submissionId: id }), response: none },
  /** Only a person settles what is in doubt. */
  'submission.settle': {
    request: z.strictObject({
      submissionId: id,
      wentThrough: z.boolean(),
      note: z.string().trim().min(1).max(2000),
      transactionId: z.string().max(200),
    }),
    response: receiptSchema,
  },

  'library.list': { request: none, response: z.array(libraryItemSchema) },
  'library.open': { request: z.strictObject({ id }), response: libraryRecordSchema },
  /** The service's answer exactly as it came. */
  'library.verbatim': { request: z.strictObject({ id }), response: z.strictObject({ text: z.string() }) },
  'library.remove': { request: z.strictObject({ id }), response: none },

  /** The three fail unless Training is the environment in use. */
  'training.faults.get': { request: none, response: badDaySchema },
  'training.faults.set': { request: faultOrderSchema, response: badDaySchema },
  'training.faults.clear': { request: none, response: badDaySchema },
  'activity.list': { request: activityListRequestSchema, response: activityPageSchema },
  'activity.verify': { request: none, response: activityCheckSchema },
  'activity.export': { request: z.strictObject({ format: z.enum(['csv', 'json']) }), response: activityExportSchema },
  'activity.recordUse': { request: activityUseSchema, response: none },
} as const satisfies Record<string, Channel>

export type ChannelName = keyof typeof contract
export type RequestOn<C extends ChannelName> = z.input<(typeof contract)[C]['request']>
export type ParsedRequestOn<C extends ChannelName> = z.output<(typeof contract)[C]['request']>
export type ResponseOn<C extends ChannelName> = z.output<(typeof contract)[C]['response']>

/** What main tells the renderer unasked. */
export const events = {
  /** A long job moved on; `detail` is a sentence for the screen. */
  'job.progress': z.strictObject({ jobId: id, detail: z.string(), fraction: z.number().min(0).max(1).nullable() }),
  /** Token, credentials or keychain changed: ask again. */
  'environments.changed': none,
  /** A record was added, changed or removed. */
  'library.changed': none,
  /** A call was added to the list, or the list was cleared. */
  'calls.changed': none,
  /** A proxy asked for credentials, or a setting of the network changed. */
  'network.changed': none,
  /** The application menu asks the page to do something. */
  'menu.command': z.strictObject({
    command: z.enum(['openParticipant', 'runForecast', 'goAdvise', 'goOptOut', 'goLibrary', 'goSettings', 'toggleTheme']),
  }),
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>
