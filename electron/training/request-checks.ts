import type { z } from 'zod'
import { fromNumeric } from '#shared/numeric-text.ts'
import { type Answer, type FieldError, errorAnswer } from './answer.ts'
import type { AcceptedEnrollment } from './operations/enrollment.ts'
import type { AcceptedForecast } from './operations/forecast.ts'

const fieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')

const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          field: fieldPath([...issue.path, key]),
          message: 'is not a field of this request',
        }))
      : [{ field: fieldPath(issue.path), message: issue.message }],
  )

/** 400 with the wrong fields. */
export const invalidRequest = (errors: readonly FieldError[]): Answer => {
  const fields = [...new Set(errors.map(({ field }) => field || 'body'))]
  return errorAnswer(400, `The request is not valid: ${fields.join(', ')}.`, errors)
}

const asNumber = (value: unknown): unknown => fromNumeric(value) ?? value

/** Case information accepts Salary and RetirementAge as numbers or as numeric text. */
export const withPlainNumbers = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null) return body
  const numbers = Object.entries(body).filter(
    ([key]) => key === 'Salary' || key === 'RetirementAge',
  )
  return { ...body, ...Object.fromEntries(numbers.map(([key, value]) => [key, asNumber(value)])) }
}

/** The typed request, or the refusal. */
export const checkRequest = <T>(
  schema: z.ZodType<T>,
  body: unknown,
): { readonly ok: true; readonly request: T } | { readonly ok: false; readonly answer: Answer } => {
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, request: parsed.data }
  return { ok: false, answer: invalidRequest(fieldErrors(parsed.error)) }
}

/** Requests with a participant file. */
export type ParticipantRequest = AcceptedForecast | AcceptedEnrollment
