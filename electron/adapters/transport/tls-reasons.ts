const identity: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed only by itself',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate chain ends in an authority this computer does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'an intermediate certificate is missing or its authority is unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'the authority that signed its certificate is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the authority that signed its certificate is unknown to this computer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: "its certificate is not valid yet; check this computer's date",
  CERT_REVOKED: 'its certificate was revoked',
  CERT_UNTRUSTED: 'its certificate is not trusted',
  CERT_REJECTED: 'its certificate was rejected',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate was issued for another name',
}

/** OpenSSL and BoringSSL, which Electron uses, spell some codes differently. */
const handshake: readonly (readonly [RegExp, string])[] = [
  [/NO_APPLICATION_PROTOCOL/, 'it offers no HTTP/1.1, which this program uses'],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|EPROTO/, 'it does not offer TLS 1.2 or later'],
  [/HANDSHAKE_FAILURE|NO_SHARED_CIPHER/, 'it accepts no encryption that this program offers'],
  [/WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG/, 'it does not speak TLS there'],
]

const handshakeReason = (code: string) =>
  handshake.find(([pattern]) => pattern.test(code))?.[1] ??
  (/^ERR_(?:TLS|SSL)_/.test(code) ? 'the TLS handshake failed' : undefined)

/**
 * A sentence on why no secure connection to `who` was made, for example “api.example:443”; `null` for a code of any
 * other kind.
 */
export const tlsFailure = (code: string, who: string): string | null => {
  const reason =
    identity[code] ??
    (/^(?:CERT_|UNABLE_TO_)/.test(code) ? 'its certificate was not accepted' : undefined)
  if (reason !== undefined) return `The identity of ${who} could not be verified: ${reason}.`
  const failed = handshakeReason(code)
  return failed === undefined ? null : `No secure connection to ${who} was made: ${failed}.`
}

const unknownAuthority: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

/** Whether trusting one more authority could make the handshake succeed. */
export const lacksAuthority = (code: string): boolean => unknownAuthority.has(code)
