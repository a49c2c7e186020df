import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from 'node:crypto'

/** `length` random bytes, fit for keys. */
export const drawRandom = (length: number): Uint8Array<ArrayBuffer> =>
  randomFillSync(new Uint8Array(length))

/** AES-256-GCM with a random 96-bit IV and the full 128-bit tag (NIST SP 800-38D). */
const algorithm = 'aes-256-gcm'
export const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

export const sealingKey = (key: Uint8Array): KeyObject => createSecretKey(key)

/** Difference in length between the sealed and the plain form, bytes. */
const sealOverhead = ivBytes + tagBytes

/** `iv | tag | ciphertext` of `plain` under `key`, bound to `context`. */
export const seal = (key: KeyObject, plain: Uint8Array, context: string): Uint8Array => {
  const iv = drawRandom(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(context))
  const text = [cipher.update(plain), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...text])
}

/** The plain bytes of {@link seal}, or null if key, context or a single bit differs. */
export const unseal = (key: KeyObject, sealed: Uint8Array, context: string): Uint8Array | null => {
  if (sealed.length < sealOverhead) return null
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(ivBytes, sealOverhead))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(sealOverhead)), decipher.final()])
  } catch {
    return null
  }
}
