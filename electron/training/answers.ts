import type { z } from 'zod'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface FieldError {
  readonly field: string
  readonly message: string
}

export const jsonTextAnswer = (body: string, status = 200, headers = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body,
})

export const jsonAnswer = (status: number, body: object, headers = {}): Answer =>
  jsonTextAnswer(JSON.stringify(body), status, headers)

/** The service's Error Object. Its fields are not specified, so these are invented. */
export const errorAnswer = (
  status: number,
  message: string,
  errors: readonly FieldError[] = [],
  headers = {},
): Answer => jsonAnswer(status, { ErrorMessage: message, errors }, headers)

/** A path such as `SavingsRateDetails[0].Value`. */
const fieldPath = (path: readonly PropertyKey[]) =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')

const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          field: fieldPath([...issue.path, key]),
          message: 'is not a field of this request',
        }))
      : [{ field: fieldPath(issue.path), message: issue.message }],
  )

export const invalidRequest = (errors: readonly FieldError[]): Answer => {
  const fields = [...new Set(errors.map(({ field }) => field || 'body'))]
  return errorAnswer(400, `The request is not valid: ${fields.join(', ')}.`, errors)
}

/** Returns the typed request, or the answer that refuses it. */
export const checkRequest = <T>(
  schema: z.ZodType<T>,
  body: unknown,
): { readonly ok: true; readonly request: T } | { readonly ok: false; readonly answer: Answer } => {
  const { success, data, error } = schema.safeParse(body)
  return success
    ? { ok: true, request: data }
    : { ok: false, answer: invalidRequest(fieldErrors(error)) }
}
