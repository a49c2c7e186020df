import type { z } from 'zod'
import { isObject } from '../is-object.ts'
import { fail, ok, type Result } from '../result.ts'
import { mappingKind, participantMappingSchema, type ParticipantMapping } from './mapping.ts'

/** Characters of a mapping's file; a full one has less than half as many. */
export const mostMappingCharacters = 200_000

const refused = (why: string): Result<never> =>
  fail({
    code: 'input.invalid',
    message: `This mapping cannot be used: ${why}`,
    advice: 'Choose a file that was saved under Settings, Participant files.',
  })

const placeOf = (path: readonly PropertyKey[]): string =>
  path.filter((part) => typeof part === 'string').join(', ')

const whyNot = (issue: z.core.$ZodIssue | undefined): string => {
  const place = placeOf(issue?.path ?? [])
  if (issue?.code === 'unrecognized_keys') {
    const within = place === '' ? '' : ` in ${place}`
    return `it has ${issue.keys.length === 1 ? 'a field' : 'fields'} that the program does not know${within}: ${issue.keys.slice(0, 5).join(', ').slice(0, 200)}.`
  }
  return `${place === '' ? 'it as a whole' : place}: ${issue?.message ?? 'does not fit'}.`
}

/** The mapping in a file's text. Fails with `input.invalid` and a sentence for a damaged or foreign file. */
export const parseMapping = (text: string): Result<ParticipantMapping> => {
  if (text.length > mostMappingCharacters)
    return refused(`it has more than ${mostMappingCharacters} characters.`)
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return refused('it is not JSON, or it is damaged.')
  }
  if (!isObject(value) || value['kind'] !== mappingKind)
    return refused('it is JSON, but not a mapping of this program.')
  const { version } = value
  if (typeof version === 'number' && version > 1)
    return refused('a later version of the program made it. Update the program.')
  const parsed = participantMappingSchema.safeParse(value)
  return parsed.success ? ok(parsed.data) : refused(whyNot(parsed.error.issues[0]))
}

/** The text of a file that {@link parseMapping} reads. */
export const mappingText = (mapping: ParticipantMapping): string =>
  `${JSON.stringify(mapping, null, 2)}\n`
