import { X509Certificate } from 'node:crypto'
import type { RootCertificate } from '#shared/ipc/network-views.ts'
import { fail, ok, type Result } from '#shared/result.ts'

const certificatePattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g
const maxCertificates = 200

const refused = (message: string) => fail({ code: 'input.invalid', message, field: 'pem' })

const commonName = (name: string): string => /^CN=(.+)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ')

const shownAs = (certificate: X509Certificate, now: number): RootCertificate => ({
  subject: commonName(certificate.subject),
  issuer: commonName(certificate.issuer),
  validTo: certificate.validToDate.toISOString(),
  expired: certificate.validToDate.getTime() < now,
  fingerprint: certificate.fingerprint256,
})

/**
 * The certificates in PEM text, and the text of them alone. Fails with `input.invalid` when there is none, when one
 * cannot be read, and when a private key is among them, which must never be pasted anywhere.
 */
export const readRoots = (
  pem: string,
  now: number,
): Result<{ readonly pem: string; readonly certificates: RootCertificate[] }> => {
  if (pem.trim() === '') return ok({ pem: '', certificates: [] })
  if (/PRIVATE KEY-----/.test(pem)) return refused('This holds a private key. Only certificates belong here.')
  const blocks = [...new Set(pem.match(certificatePattern) ?? [])]
  if (blocks.length === 0) return refused('There is no certificate in it: PEM text has “BEGIN CERTIFICATE” in it.')
  if (blocks.length > maxCertificates) return refused(`These are more than ${maxCertificates} certificates.`)
  const certificates: RootCertificate[] = []
  for (const [index, block] of blocks.entries()) {
    try {
      certificates.push(shownAs(new X509Certificate(block), now))
    } catch {
      return refused(`Certificate ${index + 1} of ${blocks.length} cannot be read.`)
    }
  }
  return ok({ pem: `${blocks.join('\n')}\n`, certificates })
}
