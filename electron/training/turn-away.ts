import type { IncomingHttpHeaders } from 'node:http'
import { errorAnswer, gatewayFault, jsonAnswer, type Answer } from './answer.ts'
import type { TokenRegistry, TokenWording } from './tokens.ts'

const tokenFaults = {
  missing: { words: 'No Access Token', code: 'access_token_missing' },
  unknown: { words: 'Invalid Access Token', code: 'invalid_access_token' },
  expired: { words: 'Access Token expired', code: 'access_token_expired' },
} as const

/** 401 for a bad token, worded like the gateway or RFC 6750. */
export const tokenFault = (wording: TokenWording, check: keyof typeof tokenFaults): Answer => {
  const { words, code } = tokenFaults[check]
  if (wording === 'gateway') return gatewayFault(401, words, `keymanagement.service.${code}`)
  if (check === 'missing') return errorAnswer(401, words, [], { 'www-authenticate': 'Bearer' })
  const headers = {
    'www-authenticate': `Bearer error="invalid_token", error_description="${words}"`,
  }
  return jsonAnswer(401, { error: 'invalid_token', error_description: words }, headers)
}

/** The refusal of a request before its body matters; `null` if it may continue. */
export const turnAway = (headers: IncomingHttpHeaders, tokens: TokenRegistry): Answer | null => {
  const check = tokens.check(headers.authorization)
  if (check !== 'valid') return tokenFault(tokens.wording, check)
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    return errorAnswer(415, 'The request has to be application/json.')
  return null
}
