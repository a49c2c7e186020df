import { z } from 'zod'
import { activityChannels } from '../activity/activity.ts'
import { backupChannels } from '../backup/channels.ts'
import { channel, id, jobId, none } from '../channel.ts'
import { deskChannels } from '../desk/channels.ts'
import { exportChannels } from '../report/export.ts'
import { forecastChannels } from '../forecast/channels.ts'
import { callFirstChannels, callListMovedSchema } from '../call-first/channels.ts'
import { listChannels } from '../lists/channels.ts'
import { listViewSchema } from '../lists/list.ts'
import { lockChannels, lockStateSchema } from '../lock/lock.ts'
import { participantChannels } from '../participant/channels.ts'
import { planChannels } from '../environments/plan-directory.ts'
import { recordChannels } from '../records/channels.ts'
import { recoveryChannels } from '../recovery/recovery.ts'
import { reportChannels } from '../report/channels.ts'
import { settingsChannels } from '../environments/channels.ts'
import { submissionChannels } from '../submission/channels.ts'
import { trafficChannels } from '../http/traffic.ts'
import { trainingChannels } from '../training/channels.ts'

/** A request and its answer. Main validates both, and the renderer validates the answer again. */
interface Channel {
  readonly request: z.ZodType
  readonly response: z.ZodType
}

/**
 * Every message between renderer and main, declared once by its domain. To add one, declare it in
 * its domain and bind it in `routes.ts` of the core folder with the same name; the compiler finds
 * the rest.
 */
export const contract = {
  ...settingsChannels,
  ...lockChannels,
  ...trafficChannels,
  ...participantChannels,
  ...callFirstChannels,
  ...forecastChannels,
  'job.cancel': channel({ jobId }, none),
  ...submissionChannels,
  ...deskChannels,
  ...planChannels,
  ...listChannels,
  ...recordChannels,
  ...recoveryChannels,
  ...reportChannels,
  ...exportChannels,
  ...trainingChannels,
  ...activityChannels,
  ...backupChannels,
} as const satisfies Record<string, Channel>

export type ChannelName = keyof typeof contract
export type RequestOn<C extends ChannelName> = z.input<(typeof contract)[C]['request']>
export type ParsedRequestOn<C extends ChannelName> = z.output<(typeof contract)[C]['request']>
export type ResponseOn<C extends ChannelName> = z.output<(typeof contract)[C]['response']>

/** Messages that main sends on its own. */
export const events = {
  /** Progress of a long job; `detail` is a sentence for the screen. */
  'job.progress': z.strictObject({
    jobId,
    detail: z.string(),
    fraction: z.number().min(0).max(1).nullable(),
  }),
  /** The program was locked or unlocked; while locked, main sends nothing else. */
  'lock.changed': lockStateSchema,
  /**
   * A setting changed, perhaps the environment in use, so pages must request the settings again.
   * The desktop window also updates its colors.
   */
  'settings.changed': none,
  /** An open file was read again, or closed because that failed. */
  'participant.readAnew': z.strictObject({ handle: id }),
  'callFirst.moved': callListMovedSchema,
  /** Token, credentials or keychain changed, so pages must request the environments again. */
  'environments.changed': none,
  'records.changed': none,
  /** A backup was made or failed, or its folder changed. */
  'backup.changed': none,
  /** The list of service calls has a new call, or was cleared. */
  'traffic.changed': none,
  /** A proxy asked for credentials, or a network setting changed. */
  'network.changed': none,
  /** Some environment's plan directory changed. */
  'plans.changed': none,
  /** Progress of a list; at most five times a second. */
  'list.progress': listViewSchema,
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
      'goSavedResults',
      'goSettings',
      'goActivity',
      'showShortcuts',
      'present',
    ]),
  }),
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>
