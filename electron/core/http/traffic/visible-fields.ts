import { z } from 'zod'
import { answerSchemas } from '#shared/express/openapi.ts'
import { operations, ownFields } from '#shared/express/operations.ts'

/** What the list of service calls may show of a body: names from the specification, and few values. */

/** Field names in token answers and common error forms, which the specification does not list. */
const otherNames =
  'access_token accessToken token token_type expires_in expiresIn issued_at issuedAt scope refresh_token status ' +
  'error error_description error_uri fault faultstring detail details errorcode code Code ErrorCode message Message ' +
  'errors Errors title description type'

/** Field names of a request, including nested objects. */
const namesIn = (schema: unknown): readonly string[] => {
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap())
  if (schema instanceof z.ZodArray) return namesIn(schema.element)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, field]) => [name, ...namesIn(field)])
}

/** Property names in the schema of an answer, at every depth. */
const propertiesIn = (schema: unknown): readonly string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const keywords: readonly (readonly [string, unknown])[] = Object.entries(schema)
  return keywords.flatMap(([keyword, value]) => {
    const isList = keyword === 'properties' && typeof value === 'object' && value !== null
    return [...(isList ? Object.keys(value) : []), ...propertiesIn(value)]
  })
}

/** All field names from the specification and related standards; another name may be a participant's account. */
export const knownNames: ReadonlySet<string> = new Set([
  ...otherNames.split(' '),
  ...Object.values(answerSchemas).flatMap(propertiesIn),
  ...Object.values(operations).flatMap(({ request }) => namesIn(request)),
])

/** RFC 6749 and RFC 6750; gateways write `oauth.v2.` before them. */
const oauthErrors =
  'access_denied insufficient_scope invalid_client invalid_grant invalid_request invalid_scope invalid_token ' +
  'server_error temporarily_unavailable unauthorized_client unsupported_grant_type'

/** Values by field, in lower case: those of the specification and of training, common plan types, and offered choices. */
const documentedValues: Readonly<Record<string, string>> = {
  StrategyType: 'current revised',
  Type: 'accountincome beginingbalance pretax',
  ContributionType: 'posttax',
  Investor: 'participant',
  AnnuityType: 'gmwb',
  PlanType: '401k 401(k) 403b 403(b) 457b 457(b) 401a 401(a) ira',
  TransactionState:
    'alreadyoptedout completed invalidserviceoption notenrolled nouserid onhold optedout renewed unknownplan',
  token_type: 'bearer bearertoken',
  error: oauthErrors,
  errorcode: oauthErrors.replace(/\b\w/g, 'oauth.v2.$&'),
}
export const documented: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...Object.entries(documentedValues).map(
    ([name, values]) => [name, new Set(values.split(' '))] as const,
  ),
  ...Object.entries(ownFields)
    .flatMap(([name, field]) => [[name, field] as const, ...Object.entries(field.of ?? {})])
    .flatMap(([name, { options }]) =>
      options ? [[name, new Set(options.map((each) => each.toLowerCase()))] as const] : [],
    ),
])

const codeFields: ReadonlySet<string> = new Set(
  'TransactionState TransactionReturnCode status error errorcode code Code ErrorCode'.split(' '),
)
/** `RK-114`, `0`: at most three digits and three letters. Four digits may be a year or the end of a number. */
const codePattern = /^(?=.*\d)(?!(?:.*[A-Za-z]){4})(?!(?:.*\d){4})[A-Za-z\d._:()-]{1,12}$/

/** A longer request is not searched, so no code is shown; characters. */
const maxSearched = 256 * 1024

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a code has a word of the request: a service may repeat a participant's data in any place. */
export type IsSent = (code: string) => boolean

/** Reads the request at the first code, since most answers have none. */
export const sentWords = (request: string): IsSent => {
  let words: ReadonlySet<string> | null = null
  return (code) => {
    if (request.length > maxSearched) return true
    words ??= new Set(wordsOf(request.replace(/\\(?:u[\da-f]{4}|.)/gi, ' ')))
    const known = words
    return wordsOf(code).some((word) => known.has(word))
  }
}

/** Fields that have any value which may be shown. */
export const hasVisible: ReadonlySet<string> = new Set([...documented.keys(), ...codeFields])

/** Whether the text or the number `value` of field `name` may be shown: a documented value, or a short code. */
export const isVisible = (name: string, value: string, isSent: IsSent): boolean =>
  documented.get(name)?.has(value.toLowerCase()) === true ||
  (codeFields.has(name) && codePattern.test(value) && !isSent(value))
