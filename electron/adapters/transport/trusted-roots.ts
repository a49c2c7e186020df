import { getCACertificates } from 'node:tls'

/** Node's roots, those of the operating system, and those in `pem`, without duplicates. */
export const trustedRoots = (pem = ''): readonly string[] => {
  const own = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...own])]
}
