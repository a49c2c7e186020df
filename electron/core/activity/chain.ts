import { createHmac, hash } from 'node:crypto'
import { z } from 'zod'
import {
  type ActivityEntry,
  type ActivityRecord,
  activityRecordSchema,
} from '#shared/activity/activity.ts'
import { readKept } from '#shared/read-kept.ts'
import { parseJson } from '#shared/text/parse-json.ts'

export const chainKeyBytes = 32
/** Length of an authentication code as base64url text. */
const macLength = 43
/** Stands before the first record. */
export const genesis = 'A'.repeat(macLength)

const block = 64
const digestBytes = 32

/**
 * HMAC-SHA256 (RFC 2104) of the bytes that `fill` writes into the buffer it gets.
 *
 * It uses two one-shot digests, which take a fifth of the time of Node's streaming HMAC on short texts: checking a
 * million records takes seconds. `key` must not be longer than a block.
 */
const createMac = (key: Uint8Array) => {
  const outer = Buffer.alloc(block + digestBytes, 0x5c)
  let inner = Buffer.alloc(block + 1024, 0x36)
  for (let index = 0; index < key.length; index += 1) {
    const byte = key[index] ?? 0
    inner[index] = byte ^ 0x36
    outer[index] = byte ^ 0x5c
  }
  return (length: number, fill: (room: Buffer) => void, form: 'hex' | 'base64url') => {
    const whole = block + length
    if (whole > inner.length)
      inner = Buffer.concat([inner.subarray(0, block), Buffer.alloc(whole * 2)])
    fill(inner.subarray(block, whole))
    outer.set(hash('sha256', inner.subarray(0, whole), 'buffer'), block)
    return hash('sha256', outer, form)
  }
}

/** The chain's code covers the text of the previous code and the bytes of the record. */
export const createChain = (key: Uint8Array) => {
  if (key.length !== chainKeyBytes) throw new Error(`the chain's key has ${chainKeyBytes} bytes`)
  const mac = createMac(key)
  /** Code of the record `body` that follows the code `previous`; 43 characters base64url. */
  return (previous: string, body: Uint8Array) =>
    mac(
      macLength + body.length,
      (room) => {
        room.write(previous.padEnd(macLength).slice(0, macLength), 'latin1')
        room.set(body, macLength)
      },
      'base64url',
    )
}

export type Chain = ReturnType<typeof createChain>

/** Keyed digest of a participant's id: 32 hexadecimal digits, the same for the same person under the same key. */
export const createPseudonyms = (key: Uint8Array) => {
  const mac = createMac(createHmac('sha256', key).update('participant pseudonym').digest())
  return (participantId: string) => {
    if (participantId === '') return ''
    const id = Buffer.from(participantId.toLowerCase())
    return mac(id.length, (room) => room.set(id), 'hex').slice(0, 32)
  }
}

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

export interface ReadLine {
  /** 0 if the line does not begin like a record. */
  readonly n: number
  /** Empty if the line does not end like a record. */
  readonly mac: string
  readonly body: Buffer
}

const readNumber = (line: Buffer) => {
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
  const parsed = readKept(lineSchema, parseJson(line))
  if (!parsed.success) return null
  const { mac: _mac, torn: _torn, ...record } = parsed.data
  return record
}
