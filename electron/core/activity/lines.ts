import { hash } from 'node:crypto'
import {
  activityRecordSchema,
  type ActivityEntry,
  type ActivityRecord,
} from '#shared/activity/activity.ts'
import { readKept } from '#shared/read-kept.ts'
import { z } from 'zod'
import { macLength, type Chain } from './chain.ts'

/** One record is one line: `{"n":1,…,"mac":"<43 characters>"}`. The code covers every byte before `,"mac":"`. */

const marker = Buffer.from(',"mac":"')
const numberMarker = Buffer.from('{"n":')
const tornMarker = Buffer.from(',"torn":"')
const tornLength = 32
const endLength = marker.length + macLength + 2

/** Digest of a half-written line; the next record names the line by it. */
export const fragmentDigest = (fragment: Uint8Array): string =>
  hash('sha256', fragment, 'hex').slice(0, tornLength)

/**
 * The line of a record without line feed, and its code.
 *
 * @param torn - Digest of the half-written line before it; empty if there is none.
 */
export const writeLine = (
  chain: Chain,
  previous: string,
  n: number,
  entry: ActivityEntry,
  torn = '',
) => {
  const whole = JSON.stringify({ n, ...entry, ...(torn === '' ? {} : { torn }) })
  const body = Buffer.from(whole.slice(0, -1))
  const mac = chain(previous, body)
  return { line: `${whole.slice(0, -1)},"mac":"${mac}"}`, mac }
}

/** What a line says about itself, before any check. */
export interface ReadLine {
  /** 0 if the line does not begin like a record. */
  readonly n: number
  /** Empty if the line does not end like a record. */
  readonly mac: string
  readonly body: Buffer
}

const readNumber = (line: Buffer): number => {
  for (let index = 0; index < numberMarker.length; index += 1)
    if (line[index] !== numberMarker[index]) return 0
  let n = 0
  for (let index = numberMarker.length; index < numberMarker.length + 15; index += 1) {
    const digit = (line[index] ?? 0) - 48
    if (digit < 0 || digit > 9) return n
    n = n * 10 + digit
  }
  return n
}

export const readLine = (line: Buffer): ReadLine => {
  const n = readNumber(line)
  const at = line.length - endLength
  const shaped =
    at > 0 &&
    line[line.length - 1] === 0x7d &&
    line[line.length - 2] === 0x22 &&
    line.compare(marker, 0, marker.length, at, at + marker.length) === 0
  const mac = shaped ? line.toString('latin1', at + marker.length, line.length - 2) : ''
  // Anyone may have written this, and it is shown and exported: only text that can be a code counts as one.
  return /^[\w-]+$/.test(mac) ? { n, mac, body: line.subarray(0, at) } : { n, mac: '', body: line }
}

/** Digest of the half-written line that a record names before it; empty for most records. */
export const tornOf = (body: Buffer): string => {
  const at = body.length - tornLength - 1 - tornMarker.length
  return at > 0 && body.compare(tornMarker, 0, tornMarker.length, at, at + tornMarker.length) === 0
    ? body.toString('latin1', at + tornMarker.length, body.length - 1)
    : ''
}

const lineSchema = activityRecordSchema.extend({ torn: z.string().optional(), mac: z.string() })

/** The record in a line, or `null`. This does not check its code. */
export const parseRecord = (line: string): ActivityRecord | null => {
  try {
    const parsed = readKept(lineSchema, JSON.parse(line))
    if (!parsed.success) return null
    const { mac: _mac, torn: _torn, ...record } = parsed.data
    return record
  } catch {
    return null
  }
}
