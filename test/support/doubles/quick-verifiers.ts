import { createHash } from 'node:crypto'
import { seal, sealingKey, unseal } from '#electron/core/records/aead.ts'
import type { Verifiers } from '#electron/core/lock/verifier.ts'

const hashOf = (typed: string) => createHash('sha256').update(typed).digest()

/** Verifiers of the same form for tests with many attempts; the real ones are slow on purpose (verifier.test.ts). */
export const quickVerifiers: Verifiers = {
  make: async (typed, key) =>
    key
      ? `v2.${Buffer.from(seal(sealingKey(hashOf(typed)), key, 'quick')).toString('hex')}`
      : hashOf(typed).toString('hex'),
  fits: async (verifier, typed) => verifier === hashOf(typed).toString('hex'),
  open: async (verifier, typed) =>
    unseal(sealingKey(hashOf(typed)), Buffer.from(verifier.slice(3), 'hex'), 'quick'),
}
