import { randomFillSync } from 'node:crypto'

const pool = new Uint8Array(4096)
let taken = pool.length

/**
 * `length` random bytes, fit for keys. They come from the system's generator, a few thousand at a time; no byte is used
 * twice.
 */
export const drawRandom = (length: number): Uint8Array<ArrayBuffer> => {
  if (length > pool.length) return randomFillSync(new Uint8Array(length))
  if (taken + length > pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  const bytes = pool.slice(taken, taken + length)
  // The key's bytes must not stay in memory a second time.
  pool.fill(0, taken, taken + length)
  taken += length
  return bytes
}
