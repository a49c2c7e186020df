import { describe, expect, test } from 'vitest'
import { scryptVerifiers } from '#electron/core/lock/verifier.ts'

const { make, fits, open } = scryptVerifiers
const passphrase = 'four quiet otters sleep'

describe('the verifier', { timeout: 120_000 }, () => {
  test('matches only its own passphrase, differs each time, and does not contain the passphrase', async () => {
    const verifier = await make(passphrase)
    expect(verifier).not.toBe(await make(passphrase))
    expect(verifier).not.toContain(passphrase)
    expect(await fits(verifier, passphrase)).toBe(true)
    expect(await fits(verifier, `${passphrase} `)).toBe(false)
    expect(await fits(verifier.replace('v1', 'v2'), passphrase)).toBe(false)
    expect(await fits('nonsense', passphrase)).toBe(false)
    expect(await fits('v1..', '')).toBe(false)
  })

  test('gives the key that it seals only to its passphrase, and is no verifier of another kind', async () => {
    const key = new Uint8Array(32).fill(5)
    const verifier = await make(passphrase, key)
    expect(verifier).not.toContain(Buffer.from(key).toString('base64url'))
    expect(await open(verifier, passphrase)).toEqual(Buffer.from(key))
    expect(await open(verifier, `${passphrase} `)).toBeNull()
    expect(await fits(verifier, passphrase)).toBe(false)
    expect(await open(await make(passphrase), passphrase)).toBeNull()
  })

  test('treats the composed and decomposed forms of a letter as the same', async () => {
    expect(await fits(await make('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true)
  })
})
