import { z } from 'zod'

/** Backups of the database, and what a restore or an import brings. Times are ISO 8601 in UTC. */

const time = z.iso.datetime()

/** A backup in the chosen folder. */
const backupFileSchema = z.strictObject({
  name: z.string(),
  /** When it was made, read from its name, which has the local time of the computer that made it. */
  madeAt: time,
  bytes: z.int(),
  /** Whether it is a backup of this computer's data; another computer may use the same folder. */
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
  /** Why the last try failed; null if it succeeded. */
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
  /** Missing or damaged on this computer. */
  fresh: count,
  /** Submissions whose outcome only the source knows. */
  further: count,
  /** The same on this computer. */
  same: count,
  /** Different on this computer, whose row stays. */
  differ: count,
  /** Cannot be opened in the source. */
  unreadable: count,
})
export type MergePart = z.infer<typeof mergePartSchema>

/** What a restore or an import would bring, or has brought. */
export const mergePreviewSchema = z.strictObject({
  /** When the backup or file was made. */
  madeAt: time,
  parts: z.array(mergePartSchema),
  /** What cannot be opened in the source, at most {@link mostNamed}. */
  unreadable: z.array(
    z.strictObject({ what: z.enum(mergeKinds), id: z.string(), why: z.string() }),
  ),
  /** The activity log in the backup or file, which is not merged; null if there is none. */
  activity: z
    .strictObject({
      records: count,
      /** Whether the log on this computer continues that log. */
      isContinued: z.boolean(),
    })
    .nullable(),
  /** Whether the source has damaged pages, so that rows may be missing. */
  isDamaged: z.boolean(),
  /** Whether sending will ask for a reason, because what was sent after the backup may be unknown here. */
  asksForReasons: z.boolean(),
})
export type MergePreview = z.infer<typeof mergePreviewSchema>

export const mostNamed = 50

/** True if the source would bring anything. */
export const bringsAnything = ({ parts }: Pick<MergePreview, 'parts'>): boolean =>
  parts.some(({ fresh, further }) => fresh + further > 0)
