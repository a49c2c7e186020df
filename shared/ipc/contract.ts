import { z } from 'zod'
import { serviceCallDetailSchema, serviceCallSchema } from './call-views.ts'
import {
  networkViewSchema,
  proxyCredentialsInputSchema,
  rootChoiceSchema,
} from './network-views.ts'
import {
  batchDefaultsSchema,
  batchFileSchema,
  batchMappingSchema,
  batchOptionsSchema,
  batchOutcome,
  batchReadingSchema,
  batchRowsRequestSchema,
  batchRowsSchema,
  batchViewSchema,
} from './batch-views.ts'
import {
  deskReportRequestSchema,
  deskReportRowSchema,
  earlierRequestSchema,
  endedCallSchema,
} from './desk-report.ts'
import { exportSchema, savedExportSchema } from './export-views.ts'
import { deskConfigSchema, deskTextsSchema, deskWrapUpSchema } from './desk-views.ts'
import { planChannels } from './plan-views.ts'
import { forecastChannels } from './forecast-channels.ts'
import { lockStateSchema, passphraseSchema } from './lock-views.ts'
import { participantChannels } from './participant-channels.ts'
import { rosterChannels, rosterMovedSchema } from './roster-views.ts'
import { reportChannels } from './report-channels.ts'
import { scenarioChannels } from './scenario-channels.ts'
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
  destinationSchema,
  environmentInputSchema,
  environmentViewSchema,
  libraryItemSchema,
  libraryRecordSchema,
  receiptSchema,
  saidBySchema,
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
/** Everything that leaves names what was on screen; it fails with `environment.other` when that is no longer so. */
const to = destinationSchema
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

  /** While the session is locked, main answers on these and on `app.info` alone; everything else fails with `lock.locked`. */
  'lock.state': { request: none, response: lockStateSchema },
  'lock.unlock': {
    request: z.strictObject({ passphrase: passphraseSchema }),
    response: lockStateSchema,
  },
  /** Fails with `lock.noPassphrase` where none is set. */
  'lock.lock': { request: none, response: lockStateSchema },
  /** Somebody is at the keyboard: the time until the lock begins anew. */
  'lock.touch': { request: none, response: none },
  /** `current` is needed where one is set already. */
  'lock.setPassphrase': {
    request: z.strictObject({ current: passphraseSchema, next: passphraseSchema }),
    response: lockStateSchema,
  },
  'lock.removePassphrase': {
    request: z.strictObject({ current: passphraseSchema }),
    response: lockStateSchema,
  },

  'settings.get': { request: none, response: settingsSchema },
  /** The environment in use is chosen by `environments.select`. */
  'settings.change': {
    request: settingsSchema.omit({ activeEnvironmentId: true }).partial(),
    response: settingsSchema,
  },

  'environments.list': { request: none, response: z.array(environmentViewSchema) },
  'environments.save': { request: environmentInputSchema, response: environmentViewSchema },
  'environments.remove': { request: z.strictObject({ environmentId: id }), response: none },
  'environments.select': {
    request: z.strictObject({ environmentId: id }),
    response: settingsSchema,
  },

  'credentials.save': {
    request: z.strictObject({ to, credentials: credentialsInputSchema }),
    response: environmentViewSchema,
  },
  'credentials.forget': {
    request: z.strictObject({ environmentId: id }),
    response: environmentViewSchema,
  },
  'credentials.saveTransaction': {
    request: z.strictObject({ to, ...transactionSecretsInputSchema.shape }),
    response: environmentViewSchema,
  },
  'credentials.forgetTransaction': {
    request: z.strictObject({ environmentId: id }),
    response: environmentViewSchema,
  },

  /** This and `session.renew` take an environment that is not in use too. */
  'session.test': { request: z.strictObject({ to, jobId }), response: connectionTestSchema },
  'session.renew': { request: z.strictObject({ to }), response: environmentViewSchema },
  'session.forget': {
    request: z.strictObject({ environmentId: id }),
    response: environmentViewSchema,
  },

  /** Calls to the service, newest first; bodies redacted. */
  'calls.list': { request: none, response: z.array(serviceCallSchema) },
  'calls.open': { request: z.strictObject({ id }), response: serviceCallDetailSchema },
  'calls.clear': { request: none, response: none },
  /** The support file as text. */
  'calls.export': { request: none, response: z.strictObject({ text: z.string() }) },

  'network.get': { request: none, response: networkViewSchema },
  'network.saveProxyCredentials': {
    request: proxyCredentialsInputSchema,
    response: networkViewSchema,
  },
  'network.forgetProxyCredentials': { request: none, response: networkViewSchema },
  /** PEM text of further certificate authorities. None is trusted before it is confirmed. */
  'network.addRoots': {
    request: z.strictObject({ pem: z.string().max(1_000_000) }),
    response: networkViewSchema,
  },
  /** A person has compared the fingerprint: the authority is trusted from now on. */
  'network.confirmRoot': { request: rootChoiceSchema, response: networkViewSchema },
  'network.removeRoot': { request: rootChoiceSchema, response: networkViewSchema },

  ...participantChannels,
  ...rosterChannels,

  ...forecastChannels,
  ...scenarioChannels,
  'job.cancel': { request: z.strictObject({ jobId }), response: none },

  'submission.review': {
    request: z.strictObject({ draft: submissionDraftSchema, to }),
    response: submissionReviewSchema,
  },
  /** To where the review says, and only while that is in use. */
  'submission.send': {
    request: z.strictObject({
      submissionId: id,
      /** The participant's name as typed, where the environment asks for it. */
      typedName: z.string().optional(),
      /** Why it is sent again, where the review shows an earlier one that was accepted. */
      overrideReason: z.string().max(500).optional(),
      /** That it is sent all the same, where the review names something unusual. */
      sendsUnusual: z.boolean().optional(),
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
      saidBy: saidBySchema.optional(),
    }),
    response: receiptSchema,
  },

  /** The desk's texts in an environment: the newest, or the version asked for. */
  'desk.config.get': {
    request: z.strictObject({ environmentId: id, version: z.number().int().min(0).optional() }),
    response: deskConfigSchema,
  },
  /** Saves a new version. */
  'desk.config.save': {
    request: z.strictObject({ environmentId: id, texts: deskTextsSchema }),
    response: deskConfigSchema,
  },
  /** Requests of participants whose id begins with what was typed, newest first, at most 20. */
  'desk.earlier': {
    request: z.strictObject({ participantId: z.string().trim().min(3).max(200) }),
    response: z.array(earlierRequestSchema),
  },
  /** Disposition and note of a call in which something was sent. */
  'desk.wrapUp': {
    request: z.strictObject({ receiptId: id, wrapUp: deskWrapUpSchema }),
    response: receiptSchema,
  },
  /** A call in which nothing was sent. */
  'desk.endCall': { request: endedCallSchema, response: none },
  /** Calls of before this start in which something was sent and that have no result yet, newest first. */
  'desk.unwrapped': { request: none, response: z.array(deskReportRowSchema) },
  'desk.report': { request: deskReportRequestSchema, response: z.array(deskReportRowSchema) },

  ...planChannels,

  'batch.list': { request: none, response: z.array(batchViewSchema) },
  'batch.open': {
    request: z.strictObject({ fileName: z.string().max(400), bytes: z.instanceof(Uint8Array) }),
    response: batchFileSchema,
  },
  /** Reads the file again as a person says; without a wish, gives it as it was read last. */
  'batch.read': {
    request: z.strictObject({ batchId: id, reading: batchReadingSchema }),
    response: batchFileSchema,
  },
  /** The dry run: every row is checked, nothing is sent. */
  'batch.check': {
    request: z.strictObject({
      batchId: id,
      mapping: batchMappingSchema,
      defaults: batchDefaultsSchema,
      to,
    }),
    response: batchViewSchema,
  },
  'batch.rows': { request: batchRowsRequestSchema, response: batchRowsSchema },
  /**
   * Sends what is ready, or goes on after a pause. `rowsToSend` is what the person was shown, in production typed: the
   * rows that are ready, and with `overrideReason` those that need one.
   */
  'batch.start': {
    request: z.strictObject({
      batchId: id,
      options: batchOptionsSchema,
      rowsToSend: z.number().int().min(1),
      to,
    }),
    response: batchViewSchema,
  },
  /** What is being sent is finished first. */
  'batch.pause': { request: z.strictObject({ batchId: id }), response: batchViewSchema },
  /** Makes rows that were rejected, declined or not sent ready again; never those in doubt. */
  'batch.rerunFailed': { request: z.strictObject({ batchId: id }), response: batchViewSchema },
  /** The file's own columns and beside them the outcome of each row, as a file of its kind or as JSON. */
  'batch.outcome': batchOutcome,
  /** Takes the list away; receipts stay. Refused while it runs. */
  'batch.remove': { request: z.strictObject({ batchId: id }), response: none },
  /** The receipt as a PDF file, written from what is saved. */
  'receipt.pdf': {
    request: z.strictObject({ receiptId: id, masked: z.boolean() }),
    response: z.strictObject({ fileName: z.string(), bytes: z.instanceof(Uint8Array) }),
  },

  ...reportChannels,

  /** Asks the person where to, then writes the file; fails with `export.*`, also where the host has no dialog of its own. */
  'export.save': { request: exportSchema, response: savedExportSchema },

  'library.list': { request: none, response: z.array(libraryItemSchema) },
  /** For each word the ids of the results that hold it in a receipt or transaction number, or in a plan. */
  'library.search': {
    request: z.strictObject({ words: z.array(z.string().min(1).max(200)).max(20) }),
    response: z.array(z.array(id)),
  },
  'library.open': { request: z.strictObject({ id }), response: libraryRecordSchema },
  /** The service's answer exactly as it came. */
  'library.verbatim': {
    request: z.strictObject({ id }),
    response: z.strictObject({ text: z.string() }),
  },
  'library.remove': { request: z.strictObject({ id }), response: none },

  /** The faults fail unless Training is the environment in use. */
  'training.faults.get': { request: none, response: badDaySchema },
  'training.faults.set': { request: faultOrderSchema, response: badDaySchema },
  'training.faults.clear': { request: none, response: badDaySchema },
  /** The example people as a list of opt-outs, with a few mistakes to be found. Fails unless Training is in use. */
  'training.exampleList': {
    request: none,
    response: z.strictObject({ fileName: z.string(), bytes: z.instanceof(Uint8Array) }),
  },
  'activity.list': { request: activityListRequestSchema, response: activityPageSchema },
  'activity.verify': { request: none, response: activityCheckSchema },
  'activity.export': {
    request: z.strictObject({ format: z.enum(['csv', 'json']) }),
    response: activityExportSchema,
  },
  'activity.recordUse': { request: activityUseSchema, response: none },
} as const satisfies Record<string, Channel>

export type ChannelName = keyof typeof contract
export type RequestOn<C extends ChannelName> = z.input<(typeof contract)[C]['request']>
export type ParsedRequestOn<C extends ChannelName> = z.output<(typeof contract)[C]['request']>
export type ResponseOn<C extends ChannelName> = z.output<(typeof contract)[C]['response']>

/** What main tells the renderer unasked. */
export const events = {
  /** A long job moved on; `detail` is a sentence for the screen. */
  'job.progress': z.strictObject({
    jobId: id,
    detail: z.string(),
    fraction: z.number().min(0).max(1).nullable(),
  }),
  /** Locked or unlocked; nothing else is told while it is locked. */
  'lock.changed': lockStateSchema,
  /** A setting changed, the environment in use among them: ask again. The desktop's window follows the colours. */
  'settings.changed': none,
  /** An open file was read anew, or closed since it could not be. */
  'participant.readAnew': z.strictObject({ handle: id }),
  'roster.moved': rosterMovedSchema,
  /** Token, credentials or keychain changed: ask again. */
  'environments.changed': none,
  /** A record was added, changed or removed. */
  'library.changed': none,
  /** A call was added to the list, or the list was cleared. */
  'calls.changed': none,
  /** A proxy asked for credentials, or a setting of the network changed. */
  'network.changed': none,
  /** A plan directory changed, of whatever environment. */
  'plans.changed': none,
  /** A list moved on; at most five times a second. */
  'batch.progress': batchViewSchema,
  /** The application menu asks the page to do something. */
  'menu.command': z.strictObject({
    command: z.enum([
      'openParticipant',
      'runForecast',
      'print',
      'lock',
      'toggleTheme',
      'goAdvise',
      'goOptOut',
      'goLibrary',
      'goSettings',
      'goActivity',
      'showShortcuts',
      'present',
    ]),
  }),
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>
