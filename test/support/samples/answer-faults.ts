import type { Kind } from '#test/operations/operation.ts'
import { asObject } from '../as-object.ts'

const isRecord = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOfKind: Readonly<Record<Extract<Kind, string>, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  flag: (value) => typeof value === 'boolean',
  any: () => true,
}

/** Places where an answer differs from the specification: an extra field, a missing field, or a different type. */
export const answerFaults = (kind: Kind, value: unknown, place = 'answer'): readonly string[] => {
  if (typeof kind === 'string') return isOfKind[kind](value) ? [] : [`${place} is no ${kind}`]
  if ('list' in kind)
    return Array.isArray(value)
      ? value.flatMap((item, index) => answerFaults(kind.list, item, `${place}[${index}]`))
      : [`${place} is no list`]
  if (!isRecord(value)) return [`${place} is no object`]
  const fields = asObject(value)
  if ('byAccount' in kind)
    return Object.entries(fields).flatMap(([account, item]) =>
      answerFaults(kind.byAccount, item, `${place}.${account}`),
    )
  const surplus = Object.keys(fields).filter((name) => !Object.hasOwn(kind, name))
  return [
    ...surplus.map((name) => `${place}.${name} is not specified`),
    ...Object.entries(kind).flatMap(([name, inner]) =>
      name in fields
        ? answerFaults(inner, fields[name], `${place}.${name}`)
        : [`${place}.${name} is missing`],
    ),
  ]
}
