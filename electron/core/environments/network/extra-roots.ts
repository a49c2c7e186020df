import { X509Certificate } from 'node:crypto'
import type { RootCertificate } from '#shared/settings/network.ts'
import { fail, ok, type Result } from '#shared/result.ts'

const certificatePattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const maxCertificates = 200

const refused = (message: string) => fail({ code: 'input.invalid', message, field: 'pem' })

const commonName = (name: string): string =>
  /^CN=(.+)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ')

/** A certificate as the screen shows it; `now` in milliseconds since 1970. */
export const shownAs = (
  certificate: X509Certificate,
  now: number,
): Omit<RootCertificate, 'standing'> => ({
  subject: commonName(certificate.subject),
  issuer: commonName(certificate.issuer),
  validTo: certificate.validToDate.toISOString(),
  expired: certificate.validToDate.getTime() < now,
  fingerprint: certificate.fingerprint256,
})

const blocksIn = (pem: string): readonly string[] => [
  ...new Set(pem.match(certificatePattern) ?? []),
]

const readCertificate = (block: string): X509Certificate | null => {
  try {
    return new X509Certificate(block)
  } catch {
    return null
  }
}

/** The certificates in PEM text, each once; what cannot be read is left out. */
export const certificatesIn = (pem: string): readonly X509Certificate[] => {
  const found = blocksIn(pem).flatMap((block) => readCertificate(block) ?? [])
  return [
    ...new Map(found.map((certificate) => [certificate.fingerprint256, certificate])).values(),
  ]
}

/** PEM text of certificates, written anew: nothing that stood around or inside what was read comes along. */
export const pemOf = (certificates: readonly X509Certificate[]): string =>
  certificates.map(String).join('')

/**
 * The certificates in PEM text that a person enters, each once. Fails with `input.invalid` when there is none, when one
 * cannot be read, and when a private key is among them, which must never be pasted anywhere.
 */
export const readRoots = (pem: string): Result<readonly X509Certificate[]> => {
  if (/PRIVATE KEY-----/.test(pem))
    return refused('This holds a private key. Only certificates belong here.')
  const blocks = blocksIn(pem)
  if (blocks.length === 0)
    return refused('There is no certificate in it: PEM text has “BEGIN CERTIFICATE” in it.')
  if (blocks.length > maxCertificates)
    return refused(`These are more than ${maxCertificates} certificates.`)
  const unreadable = blocks.findIndex((block) => readCertificate(block) === null)
  if (unreadable >= 0)
    return refused(`Certificate ${unreadable + 1} of ${blocks.length} cannot be read.`)
  return ok(certificatesIn(pem))
}
