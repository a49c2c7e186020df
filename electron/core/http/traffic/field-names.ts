import { z } from 'zod'
import { answerSchemas } from '#shared/express/openapi.ts'
import { operations } from '#shared/express/operations.ts'

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
