const reasons: Readonly<Record<string, string>> = {
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
  EPROTO: 'it does not speak TLS 1.2 or later here',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS here',
}

/** Why a TLS handshake failed, as the end of a sentence; `null` for any other kind of code. */
export const certificateReason = (code: string): string | null => {
  const known = reasons[code]
  if (known !== undefined) return known
  return /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_)/.test(code)
    ? 'the secure connection could not be set up'
    : null
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
