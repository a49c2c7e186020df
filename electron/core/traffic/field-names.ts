import { z } from 'zod'
import { answerSchemas } from '#shared/express/openapi.ts'
import { operations } from '#shared/express/operations.ts'

/** Names of fields in a token's answer and in the usual forms of an error, which the specification does not list. */
const otherNames =
  'access_token accessToken token token_type expires_in expiresIn issued_at issuedAt scope refresh_token status ' +
  'error error_description error_uri fault faultstring detail details errorcode code Code ErrorCode message Message ' +
  'errors Errors title description type'

/** Names of the fields of a request, those of the objects within it included. */
const namesIn = (schema: unknown): readonly string[] => {
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap())
  if (schema instanceof z.ZodArray) return namesIn(schema.element)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, field]) => [name, ...namesIn(field)])
}

/** Names of the properties that the schema of an answer lists, at every depth. */
const propertiesIn = (schema: unknown): readonly string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const keywords: readonly (readonly [string, unknown])[] = Object.entries(schema)
  return keywords.flatMap(([keyword, value]) => {
    const isList = keyword === 'properties' && typeof value === 'object' && value !== null
    return [...(isList ? Object.keys(value) : []), ...propertiesIn(value)]
  })
}

/** Every field name that the specification and its surroundings know; another name may be a participant's account. */
export const knownNames: ReadonlySet<string> = new Set([
  ...otherNames.split(' '),
  ...Object.values(answerSchemas).flatMap(propertiesIn),
  ...Object.values(operations).flatMap(({ request }) => namesIn(request)),
])
