import { z } from 'zod'

/** What a program on a bad disk is told to do, and what it says. */

export const works = [
  ...(['submit', 'settle', 'forecast', 'scenario', 'report', 'tag', 'hold', 'remove'] as const),
  ...(['retire', 'rotate', 'backUp', 'restore', 'import'] as const),
] as const

/** One way in which the disk fails during one kind of work. */
export const waySchema = z.strictObject({
  work: z.enum(works),
  /** Of the system call; `full` fills the disk but for some pages. */
  error: z.enum(['ENOSPC', 'EIO', 'EROFS', 'full']),
  /** Fails one write, or all from this one until the program is closed; `start` counts from the start before the work. */
  how: z.enum(['once', 'on', 'start']),
  /** The first write that fails, from 1, and the step to the next one; for `full` the pages that are left. */
  from: z.int().min(0),
  step: z.int().min(1),
  /** The last one; null for the first that is never reached. */
  through: z.int().nullable(),
})
export type Way = z.infer<typeof waySchema>

export const diskTaskSchema = z.strictObject({
  dataDir: z.string(),
  backups: z.string(),
  exports: z.string(),
  /** File to which the preloaded library writes how many writes there were. */
  counted: z.string(),
  seed: z.int(),
  firstNumber: z.int(),
  ways: z.array(waySchema),
})
export type DiskTask = z.infer<typeof diskTaskSchema>

/** Said before each fault, and once it is survived. */
export const diskSaidSchema = z.discriminatedUnion('word', [
  z.strictObject({ word: z.literal('next'), way: waySchema, at: z.int() }),
  z.strictObject({
    word: z.literal('survived'),
    way: waySchema,
    at: z.int(),
    /** What the person was told: `done`, or the code of an error. */
    told: z.string(),
    broken: z.array(z.string()),
  }),
])
export type DiskSaid = z.infer<typeof diskSaidSchema>
