import type { z } from 'zod'

const without = (
  value: unknown,
  [step, ...rest]: readonly PropertyKey[],
  keys: readonly string[],
): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (step === undefined)
    return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
  if (Array.isArray(value))
    return value.map((each: unknown, index) => (index === step ? without(each, rest, keys) : each))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === step ? without(each, rest, keys) : each,
    ]),
  )
}

/**
 * Parses kept data with `schema`. Fields that a newer version added are ignored at any depth, so
 * that a record from a newer version still opens. Any other mismatch fails as in normal parsing.
 */
export const readKept = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> => {
  const read = schema.safeParse(value)
  if (read.success) return read
  const unknown = read.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? [issue] : [],
  )
  if (unknown.length < read.error.issues.length) return read
  return schema.safeParse(
    unknown.reduce<unknown>((left, { path, keys }) => without(left, path, keys), value),
  )
}
