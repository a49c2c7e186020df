import { z } from 'zod'
import { isObject } from '#shared/is-object.ts'
import { answerSchemas } from '#shared/express/openapi.ts'
import { operations, ownFields } from '#shared/express/operations.ts'
import { parsedBody, sizeOf } from '../redact.ts'

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
  if (!isObject(schema) && !Array.isArray(schema)) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const names = keyword === 'properties' && isObject(value) ? Object.keys(value) : []
    return [...names, ...propertiesIn(value)]
  })
}

/** The field names that are shown. Any other name may be that of a participant's account. */
const knownNames: ReadonlySet<string> = new Set([
  ...otherNames.split(' '),
  ...Object.values(answerSchemas).flatMap(propertiesIn),
  ...Object.values(operations).flatMap(({ request }) => namesIn(request)),
])

/** Error codes in RFC 6749 and RFC 6750; gateways put `oauth.v2.` before them. */
const oauthErrors =
  'access_denied insufficient_scope invalid_client invalid_grant invalid_request invalid_scope invalid_token ' +
  'server_error temporarily_unavailable unauthorized_client unsupported_grant_type'

/**
 * The values that are shown, by field, in lower case: those in the specification, those that
 * training sends, and the choices offered on screen.
 */
const documented: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...Object.entries({
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
  }).map(([name, values]) => [name, new Set(values.split(' '))] as const),
  ...Object.entries(ownFields)
    .flatMap(([name, field]) => [[name, field] as const, ...Object.entries(field.of ?? {})])
    .flatMap(([name, { options }]) =>
      options ? [[name, new Set(options.map((each) => each.toLowerCase()))] as const] : [],
    ),
])

const codeFields: ReadonlySet<string> = new Set(
  'TransactionState TransactionReturnCode status error errorcode code Code ErrorCode'.split(' '),
)
/**
 * Matches codes such as `RK-114` and `0`: at most three digits and three letters. Four digits may be a year or the end
 * of a number.
 */
const codePattern = /^(?=.*\d)(?!(?:.*[A-Za-z]){4})(?!(?:.*\d){4})[A-Za-z\d._:()-]{1,12}$/

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** A request with more characters is not searched, so no code is shown for it. */
const maxSearched = 256 * 1024

/**
 * Checks whether a code is also a word in the request, because a service may repeat a participant's
 * data in any field.
 */
const createIsSent = (request: string) => {
  /** The request's words, collected only when the first code is found, because most answers have none. */
  let words: ReadonlySet<string> | null = null
  return (code: string) => {
    if (request.length > maxSearched) return true
    const known = (words ??= new Set(wordsOf(request.replace(/\\(?:u[\da-f]{4}|.)/gi, ' '))))
    return wordsOf(code).some((word) => known.has(word))
  }
}

const mostShown = 600
const maxDepth = 24
/** How many list items or unknown properties to show; the rest become a count. */
const mostAt = (depth: number): number => (depth < 3 ? 2 : 1)

/**
 * Redacts a JSON body so that it may be kept. It keeps the structure with the specification's
 * names, documented values, and codes that do not occur in `request`. Every other value is replaced
 * by its kind and length. A body that is not JSON shows only its size.
 */
export const redactedBody = (body: string, request: string): string => {
  const value = parsedBody(body)
  if (value === undefined) return sizeOf(body)
  const isSent = createIsSent(request)
  let left = mostShown

  const shownScalar = (scalar: unknown, name: string): unknown => {
    if (scalar === '') return scalar
    if (typeof scalar === 'boolean') return knownNames.has(name) ? scalar : '[true or false]'
    if (typeof scalar !== 'string' && typeof scalar !== 'number') return null
    const text = String(scalar)
    const isText = typeof scalar === 'string'
    const isDocumented = isText && documented.get(name)?.has(text.toLowerCase()) === true
    const isCode = codeFields.has(name) && codePattern.test(text) && (isText || /^\d+$/.test(text))
    if (isDocumented || (isCode && !isSent(text))) return scalar
    return `[${isText ? 'text' : 'number'}, ${text.length} characters]`
  }

  const shownList = (list: readonly unknown[], name: string, depth: number) => {
    const most = mostAt(depth)
    const shown = list.slice(0, most).map((each) => shownOf(each, name, depth + 1))
    return list.length > most ? [...shown, `[${list.length - most} more]`] : shown
  }

  const shownObject = (object: Readonly<Record<string, unknown>>, depth: number): unknown => {
    const most = mostAt(depth)
    let unknown = 0
    const shown = Object.entries(object).flatMap(([name, inner]): [string, unknown][] => {
      const isKnown = knownNames.has(name)
      if (!isKnown) unknown += 1
      if (!isKnown && unknown > most) return []
      const label = isKnown ? name : `[name ${unknown}, ${name.length} characters]`
      return [[label, shownOf(inner, name, depth + 1)]]
    })
    if (unknown > most) shown.push([`[${unknown - most} more]`, '…'])
    return Object.fromEntries(shown)
  }

  const shownOf = (inner: unknown, name: string, depth: number): unknown => {
    left -= 1
    if (left < 0 || depth > maxDepth) return '[not shown]'
    if (Array.isArray(inner)) return shownList(inner, name, depth)
    return isObject(inner) ? shownObject(inner, depth) : shownScalar(inner, name)
  }
  return JSON.stringify(shownOf(value, '', 0), null, 2)
}
