import { ok, type Result } from '#shared/result.ts'
import { parseJson } from '#shared/text/parse-json.ts'
import { z } from 'zod'
import type { Files } from '../platform/ports.ts'
import type { Chain } from './chain.ts'

/** Count and last code, kept apart from the log: they reveal a log that was cut short. */

export const headName = 'activity/activity-head.json'

const placeSchema = z.strictObject({ n: z.int().min(0), mac: z.string() })

const headSchema = z.strictObject({
  count: z.int().min(0),
  last: z.string(),
  /** The last record of the removed years; `n` is 0 when no year was removed. */
  anchor: placeSchema,
  /** When an earlier head was found missing or damaged, and how many records there were then. */
  lost: z.strictObject({ at: z.iso.datetime(), count: z.int().min(0) }).optional(),
})

export type Place = z.infer<typeof placeSchema>
export type Head = z.infer<typeof headSchema>

const sealedSchema = z.strictObject({ ...headSchema.shape, mac: z.string() })

/** Keeps the code of a head different from the code of any record. */
const context = 'head'

const macOf = (chain: Chain, { count, last, anchor, lost }: Head) =>
  chain(context, Buffer.from(JSON.stringify({ count, last, anchor, lost })))

export const writeHead = (files: Files, chain: Chain, head: Head): Promise<Result<void>> => {
  const text = JSON.stringify({ ...head, mac: macOf(chain, head) })
  return files.replace(headName, Buffer.from(`${text}\n`))
}

/** `missing`: there is no head. `damaged`: this key did not write it. */
export type FoundHead = Head | 'missing' | 'damaged'

export const readHead = async (files: Files, chain: Chain): Promise<Result<FoundHead>> => {
  const bytes = await files.read(headName)
  if (!bytes.ok) return bytes
  if (bytes.value === null) return ok('missing')
  const text = Buffer.from(bytes.value).toString('utf8')
  const { data } = sealedSchema.safeParse(parseJson(text))
  if (data === undefined) return ok('damaged')
  const { mac, ...head } = data
  const isRight = `${JSON.stringify({ ...head, mac })}\n` === text && macOf(chain, head) === mac
  return ok(isRight ? head : 'damaged')
}

export const createHeadKeeper = (files: Files, chain: Chain, found: Head | null) => {
  let anchor = found?.anchor ?? { n: 0, mac: '' }
  let lost = found?.lost
  let noted: Head | null = null
  const headOf = (last: Place): Head => ({
    count: last.n,
    last: last.mac,
    anchor,
    ...(lost ? { lost } : {}),
  })
  return {
    anchor: () => anchor,
    moveAnchor: (to: Place) => {
      anchor = to
      // Every record that may have been cut off with the lost head is of a removed year.
      if (lost && lost.count <= to.n) lost = undefined
    },
    /** Every later head says that an earlier one was missing or damaged, because this one vouches only from here on. */
    beginAnew: (now: NonNullable<Head['lost']>) => {
      lost = now
    },
    /** Whether the head on disk is older than `last`, or older than the last move of the anchor. */
    isBehind: ({ n }: Place) => {
      const now = noted ?? found
      return now?.count !== n || now.anchor.n !== anchor.n
    },
    note: async (last: Place) => {
      const head = headOf(last)
      const written = await writeHead(files, chain, head)
      if (written.ok) noted = head
      return written
    },
    /** The head that a log ending with `last` must agree with. */
    against: async (last: Place): Promise<Result<FoundHead>> => {
      const now = headOf(last)
      if (!noted?.count) return ok(now)
      const read = await readHead(files, chain)
      if (!read.ok || read.value === 'missing' || read.value === 'damaged') return read
      // A lower count means that somebody put an older head back.
      return ok(read.value.count < noted.count ? 'damaged' : now)
    },
  }
}

export type HeadKeeper = ReturnType<typeof createHeadKeeper>
