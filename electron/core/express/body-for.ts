import { operations, type OperationName } from '#shared/express/operations.ts'
import { invalidField, ok, type Result } from '#shared/result.ts'

/** A request body in its final form, made by {@link bodyFor}: only `JSON.stringify` may serialize it. */
export type ExpressBody = Readonly<Record<string, unknown>>

const withoutUndefined = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === undefined ? [] : [[key, withoutUndefined(inner)]],
    ),
  )
}

const checkBody = (operation: OperationName, body: ExpressBody): Result<ExpressBody> => {
  const parsed = operations[operation].request.safeParse(body)
  if (parsed.success) return ok(body)
  const [issue] = parsed.error.issues
  const field =
    issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : (issue?.path.join('.') ?? '')
  return invalidField(
    `${operations[operation].title}: ${field || 'the request'} is not right (${issue?.message}).`,
    field,
  )
}

/**
 * The body of a request: the operation's fields in its order, ClientId from the environment, and no undefined fields.
 * Fails with `input.invalid` for a field that the operation does not have, and for an invalid value.
 */
export const bodyFor = (
  operation: OperationName,
  environment: { readonly clientId: string },
  fields: ExpressBody,
): Result<ExpressBody> => {
  const all: ExpressBody = { ...fields, ClientId: environment.clientId }
  const names = new Set([...Object.keys(operations[operation].request.shape), ...Object.keys(all)])
  const body = Object.fromEntries(
    [...names].flatMap((name) =>
      all[name] === undefined ? [] : [[name, withoutUndefined(all[name])]],
    ),
  )
  return checkBody(operation, body)
}

const textsOf = (values: readonly unknown[]): readonly string[] =>
  values.filter((value): value is string => typeof value === 'string' && value !== '')

const endpointOf = (body: ExpressBody): ReadonlyMap<string, unknown> => {
  const endpoint = body['TransactionHTTPEndpoint']
  return new Map<string, unknown>(
    typeof endpoint === 'object' && endpoint !== null ? Object.entries(endpoint) : [],
  )
}

/**
 * Values that must not appear in a message or log: the participant's XML and the recordkeeper's
 * address and session.
 */
export const secretsIn = (body: ExpressBody): readonly string[] =>
  textsOf([body['ParticipantXML'], ...endpointOf(body).values()])

/** SID and Cookie, which must not appear even in a saved answer. */
export const sessionIn = (body: ExpressBody): readonly string[] =>
  textsOf(['SID', 'Cookie'].map((name) => endpointOf(body).get(name)))
