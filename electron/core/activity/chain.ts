import { createHmac, createSecretKey, hash } from 'node:crypto'

/** Bytes of the key. */
export const chainKeyBytes = 32
/** Length of an authentication code as base64url text. */
export const macLength = 43
/** Stands before the first record. */
export const genesis = 'A'.repeat(macLength)

const block = 64
const digestBytes = 32

/**
 * The chain's code: HMAC-SHA256 (RFC 2104) over the text of the code before and the record's bytes.
 *
 * Built of two one-shot digests, which take a fifth of the time of Node's streaming HMAC on short texts: a million
 * records are checked in seconds.
 */
export const createChain = (key: Uint8Array) => {
  if (key.length !== chainKeyBytes) throw new Error(`the chain's key has ${chainKeyBytes} bytes`)
  const outer = Buffer.alloc(block + digestBytes, 0x5c)
  let inner = Buffer.alloc(block + macLength + 1024, 0x36)
  for (let index = 0; index < key.length; index += 1) {
    const byte = key[index] ?? 0
    inner[index] = byte ^ 0x36
    outer[index] = byte ^ 0x5c
  }
  /** Code of the record `body` after the record with the code `previous`; 43 characters base64url. */
  return (previous: string, body: Uint8Array): string => {
    const length = block + macLength + body.length
    if (length > inner.length) inner = Buffer.concat([inner.subarray(0, block), Buffer.alloc(length * 2)])
    inner.write(previous.padEnd(macLength).slice(0, macLength), block, 'latin1')
    inner.set(body, block + macLength)
    outer.set(hash('sha256', inner.subarray(0, length), 'buffer'), block)
    return hash('sha256', outer, 'base64url')
  }
}

export type Chain = ReturnType<typeof createChain>

/** Keyed digest of a participant's id: the same person gives the same 32 hexadecimal digits, and only with the key. */
export const createPseudonyms = (key: Uint8Array) => {
  const own = createSecretKey(createHmac('sha256', key).update('participant pseudonym').digest())
  return (participantId: string): string =>
    participantId === '' ? '' : createHmac('sha256', own).update(participantId.toLowerCase()).digest('hex').slice(0, 32)
}
