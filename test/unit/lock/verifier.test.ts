import { describe, expect, test } from 'vitest'
import { scryptVerifiers } from '#electron/core/lock/verifier.ts'

const { make, fits } = scryptVerifiers
const passphrase = 'four quiet otters sleep'

describe('the verifier', { timeout: 120_000 }, () => {
  test('fits its passphrase alone, differs each time, and does not hold it', async () => {
    const verifier = await make(passphrase)
    expect(verifier).not.toBe(await make(passphrase))
    expect(verifier).not.toContain(passphrase)
    expect(await fits(verifier, passphrase)).toBe(true)
    expect(await fits(verifier, `${passphrase} `)).toBe(false)
    expect(await fits(verifier.replace('v1', 'v2'), passphrase)).toBe(false)
    expect(await fits('nonsense', passphrase)).toBe(false)
    expect(await fits('v1..', '')).toBe(false)
  })

  test('a letter composed in two ways is one letter', async () => {
    expect(await fits(await make('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true)
  })
})
