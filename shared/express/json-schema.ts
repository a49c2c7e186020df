/** JSON Schema as data, with only the keywords that the service's description needs. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

export const text: JsonSchema = { type: 'string' }
export const described = (description: string): JsonSchema => ({ type: 'string', description })
export const numericText = described('Numeric text')
export const encodedXml = described('Encoded transaction XML')
export const number: JsonSchema = { type: 'number' }
export const integer: JsonSchema = { type: 'integer' }
export const flag: JsonSchema = { type: 'boolean' }
export const listOfAnything: JsonSchema = {
  type: 'array',
  description: 'Element shape: not shown',
}
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
})
export const byAccount = (additionalProperties: JsonSchema): JsonSchema => ({
  type: 'object',
  description: 'Keyed by account id',
  additionalProperties,
})
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
