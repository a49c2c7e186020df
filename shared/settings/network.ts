import { z } from 'zod'

/** How the program gets out, as the page sees it. The proxy's password has no room here. */

export const proxyCredentialsInputSchema = z.strictObject({
  /** The proxy they are for, for example `proxy.example.com:8080`; they are sent to no other. */
  proxy: z.string().min(1).max(300),
  user: z.string().min(1).max(300),
  password: z.string().max(1000),
})
export type ProxyCredentialsInput = z.infer<typeof proxyCredentialsInputSchema>

/**
 * Whether a certificate authority is trusted: only when a person has `confirmed` its fingerprint. Otherwise it was `offered`
 * here, came from `outside` the program, from there or an `earlier` version that asked for no fingerprint, or the keychain that
 * would tell is `unread`.
 */
const rootStandingSchema = z.enum(['confirmed', 'offered', 'outside', 'earlier', 'unread'])
export type RootStanding = z.infer<typeof rootStandingSchema>

const rootCertificateSchema = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  /** ISO 8601. */
  validTo: z.string(),
  expired: z.boolean(),
  /** SHA-256, hexadecimal with colons. */
  fingerprint: z.string(),
  standing: rootStandingSchema,
})
export type RootCertificate = z.infer<typeof rootCertificateSchema>

export const rootChoiceSchema = z.strictObject({ fingerprint: z.string().max(100) })

export const networkViewSchema = z.strictObject({
  /** Ways to the environment in use, in the order they are tried: `direct`, or a proxy's host and port. */
  ways: z.array(z.string()),
  /** Where this computer's proxy settings are read from. */
  source: z.enum(['system', 'environment']),
  proxy: z.strictObject({
    /** The proxy that asked for credentials last, or did not accept those it got; empty when none did. */
    asking: z.string(),
    /** The proxy whose credentials are stored; empty when none are. */
    storedFor: z.string(),
    stored: z.enum(['keychain', 'memory', 'none']),
  }),
  /** Listed besides the system's own; trusted are those that are confirmed. */
  roots: z.array(rootCertificateSchema),
})
export type NetworkView = z.infer<typeof networkViewSchema>
