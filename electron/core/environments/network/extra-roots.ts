import { X509Certificate } from 'node:crypto'
import type { RootCertificate } from '#shared/environments/network.ts'
import { invalidField, ok, type Result } from '#shared/result.ts'

const certificatePattern = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const maxCertificates = 200

const refused = (message: string) => invalidField(message, 'pem')

const commonName = (name: string) => /^CN=(.+)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ')

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

const readCertificate = (block: string) => {
  try {
    return new X509Certificate(block)
  } catch {
    return null
  }
}

export const certificatesIn = (pem: string): readonly X509Certificate[] => {
  const found = blocksIn(pem).flatMap((block) => readCertificate(block) ?? [])
  return [
    ...new Map(found.map((certificate) => [certificate.fingerprint256, certificate])).values(),
  ]
}

/** PEM text rewritten from certificates, so that no other text of the source gets into it. */
export const pemOf = (certificates: readonly X509Certificate[]): string =>
  certificates.map(String).join('')

/**
 * The certificates that a user entered as PEM text, without duplicates. Fails with `input.invalid` if there is none, if
 * one is unreadable, or if the text holds a private key.
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
