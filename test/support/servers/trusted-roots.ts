import { X509Certificate } from 'node:crypto'
import type { Network } from '#electron/core/platform/ports.ts'

/** SHA-256 of a certificate in PEM form, hexadecimal with colons. */
export const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256

/** Adds an authority and confirms its fingerprint, as a user does. */
export const trustRoots = async (network: Network, pem: string): Promise<void> => {
  const done = [await network.addRoots(pem), await network.confirmRoot(fingerprintOf(pem))]
  for (const step of done) if (!step.ok) throw new Error(step.error.message)
}
