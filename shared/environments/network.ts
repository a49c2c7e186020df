import { z } from 'zod'

/** The program's network access as the page sees it; no field returns the proxy's password. */

export const proxyCredentialsInputSchema = z.strictObject({
  /**
   * The proxy that the credentials belong to, for example `proxy.example.com:8080`; they are sent to no other proxy.
   */
  proxy: z.string().min(1).max(300),
  user: z.string().min(1).max(300),
  password: z.string().max(1000),
})
export type ProxyCredentialsInput = z.infer<typeof proxyCredentialsInputSchema>

/**
 * Whether a certificate authority is trusted: only if a person `confirmed` its fingerprint. All others are untrusted:
 * `offered` was added here but not confirmed; `outside` came from outside the program; `unread` means that the keychain
 * does not answer.
 */
const rootStandingSchema = z.enum(['confirmed', 'offered', 'outside', 'unread'])
export type RootStanding = z.infer<typeof rootStandingSchema>

const rootCertificateSchema = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  /** End of validity, ISO 8601. */
  validTo: z.string(),
  expired: z.boolean(),
  /** SHA-256, hexadecimal with colons. */
  fingerprint: z.string(),
  standing: rootStandingSchema,
})
export type RootCertificate = z.infer<typeof rootCertificateSchema>

export const rootChoiceSchema = z.strictObject({ fingerprint: z.string().max(100) })

export const networkViewSchema = z.strictObject({
  /** Routes to the environment in use, in the order in which they are tried: `direct`, or a proxy's host and port. */
  ways: z.array(z.string()),
  /** Where this computer's proxy settings come from. */
  source: z.enum(['system', 'environment']),
  proxy: z.strictObject({
    /** The proxy that last asked for credentials or rejected them; empty if no proxy did. */
    asking: z.string(),
    /** The proxy whose credentials are stored; empty if no credentials are stored. */
    storedFor: z.string(),
    stored: z.enum(['keychain', 'memory', 'none']),
  }),
  /** Authorities in addition to the system's own; only confirmed ones are trusted. */
  roots: z.array(rootCertificateSchema),
  /** Environment variables that the program ignores, because they weaken the check of a server's identity. */
  ignoredVariables: z.array(z.string()),
})
export type NetworkView = z.infer<typeof networkViewSchema>
