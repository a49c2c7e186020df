import { z } from 'zod'

/** Backups of the database, and what a restore or an import brings. Times are ISO 8601 in UTC. */

const time = z.iso.datetime()

/** A backup in the chosen folder. */
const backupFileSchema = z.strictObject({
  name: z.string(),
  /** When it was made, by its name; the local time of the computer that made it. */
  madeAt: time,
  bytes: z.int(),
  /** Whether it is of the data on this computer; another computer may use the same folder. */
  isOwn: z.boolean(),
})
export type BackupFile = z.infer<typeof backupFileSchema>

export const backupViewSchema = z.strictObject({
  /** Empty if no folder was chosen, so that nothing is backed up. */
  folder: z.string(),
  /** Whether the host has a dialog for choosing the folder; otherwise its path is typed. */
  isPicked: z.boolean(),
  /** Newest first. */
  backups: z.array(backupFileSchema),
  /** Why the folder cannot be read now; otherwise empty. */
  unreadable: z.string(),
  isBeingMade: z.boolean(),
  /** Why the last try failed; null if it did not. */
  failure: z.strictObject({ at: time, message: z.string() }).nullable(),
  /** What is damaged in the database on this computer; otherwise empty. */
  damage: z.string(),
})
export type BackupView = z.infer<typeof backupViewSchema>

export const mergeKinds = [
  'results',
  'receipts',
  'submissions',
  'lists',
  'calls',
  'texts',
  'plans',
  'holds',
] as const
export type MergeKind = (typeof mergeKinds)[number]

const count = z.int().min(0)

const mergePartSchema = z.strictObject({
  what: z.enum(mergeKinds),
  /** Not on this computer, or damaged there. */
  fresh: count,
  /** Submissions whose outcome is only known there. */
  further: count,
  /** The same here. */
  same: count,
  /** Different here; what is here stays. */
  differ: count,
  /** Cannot be opened there. */
  unreadable: count,
})
export type MergePart = z.infer<typeof mergePartSchema>

/** What a restore or an import would bring, or has brought. */
export const mergePreviewSchema = z.strictObject({
  /** When the backup or file was made. */
  madeAt: time,
  parts: z.array(mergePartSchema),
  /** What cannot be opened there, at most {@link mostNamed}. */
  unreadable: z.array(
    z.strictObject({ what: z.enum(mergeKinds), id: z.string(), why: z.string() }),
  ),
  /** The activity log in the backup or file, which is not merged; null if there is none. */
  activity: z
    .strictObject({
      records: count,
      /** Whether the log on this computer continues it. */
      isContinued: z.boolean(),
    })
    .nullable(),
  /** Whether pages of it are damaged, so that it may lack something. */
  isDamaged: z.boolean(),
  /** Whether sending will ask for a reason, because what was sent after the backup may be unknown here. */
  asksForReasons: z.boolean(),
})
export type MergePreview = z.infer<typeof mergePreviewSchema>

export const mostNamed = 50

/** Whether it would bring anything. */
export const bringsAnything = ({ parts }: Pick<MergePreview, 'parts'>): boolean =>
  parts.some(({ fresh, further }) => fresh + further > 0)
