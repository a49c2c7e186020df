import { environmentInputSchema, type EnvironmentInput } from '#shared/ipc/views.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { parseBaseUrl } from './base-url.ts'
import { trainingId } from './environment.ts'

const allowed: ReadonlySet<string> = new Set(Object.keys(environmentInputSchema.shape))
const secretPattern = /secret|passw|token|bearer|authori[sz]ation|cookie|credential|api.?key|private|^sid$/i

const refused = (message: string, field?: string): Result<never> =>
  fail({
    code: 'input.invalid',
    message: `The provisioning file was not accepted: ${message}`,
    ...(field === undefined ? {} : { field }),
  })

const idFromName = (name: string): string => `managed-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

const secretKey = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (!allowed.has(key) && secretPattern.test(key)) return key
    const deeper = secretKey(inner)
    if (deeper !== undefined) return deeper
  }
  return undefined
}

/**
 * Environments an administrator hands out, from the text of a JSON list. Every entry gets an id, made from its name
 * when it has none, so that credentials saved for it are found again. Fails with `input.invalid`, naming entry and
 * field; a file with anything that looks like a secret is refused whole.
 */
export const parseProvisioning = (text: string): Result<readonly EnvironmentInput[]> => {
  let entries: unknown
  try {
    entries = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return refused('it is not JSON.')
  }
  if (!Array.isArray(entries)) return refused('it must be a list of environments.')
  const secret = secretKey(entries)
  if (secret !== undefined) {
    return refused(`it has a field "${secret}"; secrets are entered in Settings and never travel in this file.`, secret)
  }
  const inputs: EnvironmentInput[] = []
  for (const [index, entry] of entries.entries()) {
    const parsed = environmentInputSchema.safeParse(entry)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const field = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : (issue?.path.join('.') ?? '')
      return refused(`entry ${index + 1}, ${field || 'as a whole'}: ${issue?.message}.`, field)
    }
    const baseUrl = parseBaseUrl(parsed.data.baseUrl)
    if (!baseUrl.ok) return refused(`entry ${index + 1}, baseUrl: ${baseUrl.error.message}`, 'baseUrl')
    const id = parsed.data.id ?? idFromName(parsed.data.name)
    if (id === trainingId) return refused(`entry ${index + 1}, id: "${trainingId}" is the built-in environment.`, 'id')
    if (inputs.some((earlier) => earlier.id === id || earlier.name === parsed.data.name)) {
      return refused(`entry ${index + 1}, name: "${parsed.data.name}" is there twice.`, 'name')
    }
    inputs.push({ ...parsed.data, baseUrl: baseUrl.value, id })
  }
  return ok(inputs)
}
