import type { CredentialStyle, EnvironmentView } from '#shared/environments/environment.ts'
import type { KeychainState } from '#shared/environments/settings.ts'
import { ago, date, dateTime, span, time } from '../../../lib/format.ts'

/**
 * How the client authenticates at the token endpoint. The service's specification does not say
 * which of these styles it expects.
 */
export const styleLooks = {
  basic: {
    label: 'Client id and secret – HTTP Basic',
    note: 'Sent in the Authorization header as HTTP Basic.',
  },
  form: {
    label: 'Client id and secret – form fields',
    note: 'Sent in the form body beside grant_type.',
  },
  bearer: {
    label: 'Bearer value',
    note: 'Sent in the Authorization header as it is, to obtain a token.',
  },
  accessToken: {
    label: 'Access token pasted by hand',
    note: 'Used as it is; it cannot be renewed from here.',
  },
} as const satisfies Record<CredentialStyle, object>

export const credentialWords = (
  environment: EnvironmentView,
  keychain: KeychainState | null,
): string => {
  switch (environment.credentials) {
    case 'builtIn':
      return 'Built in – the training service needs none of yours'
    case 'keychain':
      return 'Stored in the system keychain'
    case 'memory': {
      const why =
        keychain?.kind === 'memory'
          ? keychain.message.replace(/\.$/, '')
          : 'the keychain could not be used'
      return `Kept until Glidepath closes, because ${why}`
    }
    case 'none':
      return environment.whyUnused === undefined ? 'None entered yet' : 'Stored, and not used'
  }
}

export const transactionWords = ({ transactionSecrets }: EnvironmentView): string => {
  if (transactionSecrets === 'none')
    return 'None – needed only for submissions with a recordkeeper address'
  return transactionSecrets === 'keychain'
    ? 'Stored in the system keychain'
    : 'Kept until Glidepath closes'
}

/** When the token was renewed, for example `renewed 5 minutes ago`; empty without a token. */
export const renewalWords = (token: EnvironmentView['token'], now: Date): string =>
  token.kind === 'valid' ? `last renewed ${ago(token.obtainedAt, now)}` : ''

/** The state of the access token at `now`, for example `valid for 23 h 41 min, until 21 Nov 2026, 14:05`. */
export const tokenWords = (token: EnvironmentView['token'], now: Date): string => {
  if (token.kind === 'none') return 'None yet – obtained when first needed'
  const left = (new Date(token.validUntil).getTime() - now.getTime()) / 1000
  return token.kind === 'valid' && left > 0
    ? `valid for ${span(left)}, until ${dateTime(token.validUntil)}`
    : `expired ${date(token.validUntil)}, ${time(token.validUntil)} – renewed when next needed`
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Says what is wrong with a base URL; empty if nothing is wrong. The main process checks again. */
export const baseUrlProblem = (text: string): string => {
  if (text.trim() === '') return 'Enter the address you were given for this environment.'
  if (!URL.canParse(text.trim())) return 'This is not a complete address. It begins with https://'
  const url = new URL(text.trim())
  if (url.username !== '' || url.password !== '')
    return 'Leave user name and password out of the address.'
  if (url.search !== '' || url.hash !== '') return 'Leave out everything from “?” or “#” on.'
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname)))
    return ''
  return 'The address must begin with https:// – plain http is allowed for this computer only.'
}
