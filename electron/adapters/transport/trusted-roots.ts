import { getCACertificates } from 'node:tls'

/** Node's own roots, those of the operating system, and those in `pem`, without duplicates; none from an environment variable. */
export const trustedRoots = (pem = ''): readonly string[] => {
  const own = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return [...new Set([...getCACertificates('bundled'), ...getCACertificates('system'), ...own])]
}
