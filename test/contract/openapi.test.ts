import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApiDocument, openApiText } from '#shared/express/openapi.ts'
import { operationNames, operations, tokenPath } from '#shared/express/operations.ts'
import { asObject } from '#test/support/as-object.ts'
import { specified } from '#test/operations/index.ts'

const file = new URL('../../docs/express.openapi.json', import.meta.url)
const document = openApiDocument()

test('docs/express.openapi.json matches the schemas (to update it, run `node build/openapi.mjs`)', () => {
  expect(readFileSync(file, 'utf8')).toBe(openApiText())
})

test('the OpenAPI description has every operation and the token endpoint, and nothing else', () => {
  expect(Object.keys(document.paths).toSorted()).toEqual(
    [tokenPath, ...operationNames.map((name) => operations[name].path)].toSorted(),
  )
})

test('every reference in the OpenAPI description has a target', () => {
  const text = openApiText()
  const names = [...text.matchAll(/"\$ref": "#\/components\/(\w+)\/(\w+)"/g)].map(
    ([, group = '', name = '']) => [group, name],
  )
  expect(names.length).toBeGreaterThan(30)
  const known = new Set([
    ...Object.keys(document.components.schemas).map((name) => `schemas/${name}`),
    ...Object.keys(document.components.responses).map((name) => `responses/${name}`),
  ])
  expect(
    names.map(([group, name]) => `${group}/${name}`).filter((name) => !known.has(name)),
  ).toEqual([])
})

/** JSON Schema keywords that restrict a value beyond its type. */
const ruling = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'enum',
  'const',
  'pattern',
  'format',
]

const refPrefix = '#/components/schemas/'
const resolved = (schema: unknown): Readonly<Record<string, unknown>> => {
  const found = asObject(schema)
  const { $ref } = found
  if (typeof $ref !== 'string') return found
  return resolved(document.components.schemas[$ref.slice(refPrefix.length)])
}

/** Every rule in a schema and in the schemas it refers to, with the path of its field. */
const rulesIn = (schema: unknown, place = ''): string[] =>
  Object.entries(resolved(schema)).flatMap(([key, inner]) => {
    if (key === 'properties')
      return Object.entries(asObject(inner)).flatMap(([name, field]) =>
        rulesIn(field, place === '' ? name : `${place}.${name}`),
      )
    // Another test below checks the required fields of the request itself.
    if (ruling.includes(key) || (key === 'required' && place !== ''))
      return [`${place} ${key}: ${JSON.stringify(inner)}`]
    if (Array.isArray(inner)) return inner.flatMap((each: unknown) => rulesIn(each, place))
    return typeof inner === 'object' && inner !== null ? rulesIn(inner, place) : []
  })

test.each(operationNames)('a %s request has exactly the specified rules', (name) => {
  const { requestName, rules } = specified[name]
  expect(rulesIn({ $ref: `${refPrefix}${requestName}` }).toSorted()).toEqual(rules.toSorted())
})

test.each(operationNames)('%s takes exactly the fields of the specification', (name) => {
  const { post } = document.paths[operations[name].path] ?? {}
  expect(post).toMatchObject({
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${specified[name].requestName}` },
        },
      },
    },
  })
  const schema = document.components.schemas[specified[name].requestName] ?? {}
  expect(schema['additionalProperties']).toBe(false)
  expect(Object.keys(asObject(schema['properties'])).toSorted()).toEqual(
    Object.keys(specified[name].body).toSorted(),
  )
  const required = Object.keys(specified[name].body).filter(
    (field) => specified[name].body[field] === 'required',
  )
  expect([...Object.values(asObject(schema['required']))].toSorted()).toEqual(required.toSorted())
})

const namesOfTypes: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'flag',
}

/** Converts a schema in the OpenAPI description to the form of {@link specified}. */
const asTyped = (schema: unknown): unknown => {
  const { type, properties, items, additionalProperties } = resolved(schema)
  if (type === 'array') return { list: items === undefined ? 'any' : asTyped(items) }
  if (additionalProperties !== undefined) return { byAccount: asTyped(additionalProperties) }
  if (properties === undefined) return namesOfTypes[String(type)] ?? 'any'
  return Object.fromEntries(
    Object.entries(asObject(properties)).map(([name, inner]) => [name, asTyped(inner)]),
  )
}

test.each(operationNames)('%s answers with exactly the fields of the specification', (name) => {
  expect(asTyped({ $ref: `${refPrefix}${operations[name].answer}` })).toEqual(
    specified[name].answer,
  )
})
