import { ok, type Result } from '#shared/result.ts'
import { z } from 'zod'
import type { Files } from '../ports.ts'
import type { Chain } from './chain.ts'

/** Count and last code, kept apart from the log, so that a log that is cut short is found out. */

export const headName = 'activity/activity-head.json'

const placeSchema = z.strictObject({ n: z.number().int().min(0), mac: z.string() })

const headSchema = z.strictObject({
  count: z.number().int().min(0),
  last: z.string(),
  /** The last record of the years that were removed; `n` 0 when none were. */
  anchor: placeSchema,
})

export type Place = z.infer<typeof placeSchema>
export type Head = z.infer<typeof headSchema>

const sealedSchema = z.strictObject({ ...headSchema.shape, mac: z.string() })

/** Sets a head's code apart from every record's. */
const context = 'head'

const macOf = (chain: Chain, { count, last, anchor }: Head): string =>
  chain(context, Buffer.from(JSON.stringify({ count, last, anchor })))

export const writeHead = (files: Files, chain: Chain, head: Head): Promise<Result<void>> => {
  const text = JSON.stringify({ ...head, mac: macOf(chain, head) })
  return files.replace(headName, Buffer.from(`${text}\n`))
}

/** The head; `missing` where there is none, `damaged` where it is not what this key wrote. */
export const readHead = async (
  files: Files,
  chain: Chain,
): Promise<Result<Head | 'missing' | 'damaged'>> => {
  const bytes = await files.read(headName)
  if (!bytes.ok) return bytes
  if (bytes.value === null) return ok('missing')
  try {
    const { mac, ...head } = sealedSchema.parse(
      JSON.parse(Buffer.from(bytes.value).toString('utf8')),
    )
    const right =
      `${JSON.stringify({ ...head, mac })}\n` === Buffer.from(bytes.value).toString('utf8')
    return ok(right && macOf(chain, head) === mac ? head : 'damaged')
  } catch {
    return ok('damaged')
  }
}
