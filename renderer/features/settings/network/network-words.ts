import type { RootStanding } from '#shared/environments/network.ts'

/**
 * Says how requests reach the environment: `Straight to UAT`, `Through proxy.example:8080, else
 * straight`.
 */
export const wayWords = (ways: readonly string[], environment: string): string => {
  const [first, ...rest] = ways.map((way) => (way === 'direct' ? 'straight' : `through ${way}`))
  if (first === undefined) return 'Decided when a call is made.'
  const words = [first, ...rest].join(', else ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} to ${environment || 'the environment in use'}.`
}

export const standingWords = (standing: Exclude<RootStanding, 'confirmed'>): string => {
  const compare =
    'Compare its fingerprint with the one you get from whoever gave you the file, by phone or in person.'
  const until =
    'Its owner can read everything sent over a connection that trusts it. Until you trust it, nothing is sent over a connection that needs it.'
  switch (standing) {
    case 'offered':
      return `${compare} ${until}`
    case 'outside':
      return `It was added outside Glidepath. If you do not know where it comes from, remove it and tell your IT department. Otherwise: ${compare.charAt(0).toLowerCase()}${compare.slice(1)} ${until}`
    case 'unread':
      return `The system keychain, which keeps what was confirmed, cannot be used, so it is asked for again. ${compare} ${until}`
  }
}

export const fingerprintGroups = (fingerprint: string): readonly string[] =>
  fingerprint.replaceAll(':', '').match(/.{1,4}/g) ?? []
