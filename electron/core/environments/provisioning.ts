import { hash } from 'node:crypto'
import { z } from 'zod'
import { readAsSchema, type ReadAs } from '#shared/express/read-as.ts'
import {
  environmentInputSchema,
  type CallLimits,
  type EnvironmentInput,
} from '#shared/environments/environment.ts'
import { invalidField, ok, type Result } from '#shared/result.ts'
import { advisorSchema, type Advisor } from '#shared/report/report-settings.ts'
import { deskTextsSchema } from '#shared/desk/texts.ts'
import { settingsSchema } from '#shared/environments/settings.ts'
import { firmLawSchema } from '#shared/law/firm-law.ts'
import type { FirmLaw } from '#shared/law/schema.ts'
import { parseJson } from '#shared/text/parse-json.ts'
import { isObject } from '#shared/is-object.ts'
import { refusalShapeNames } from '#shared/environments/refusals.ts'
import { parseBaseUrl } from './base-url.ts'
import { whySharedAddress } from './environments.ts'
import { hasUnseen, nameKey, trainingEnvironment, trainingId } from './environment.ts'

const allowed: ReadonlySet<string> = new Set(Object.keys(environmentInputSchema.shape))
const secretPattern =
  /secret|passw|token|bearer|authori[sz]ation|cookie|credential|api.?key|private|^sid$/i

const refused = (message: string, field?: string) =>
  invalidField(`The provisioning file was not accepted: ${message}`, field)

/**
 * Makes an id from the name for an environment without one; its credentials are stored under that
 * id. If characters are lost, such as non-Latin letters, a digest is added, so that two names that
 * then look alike still get different ids.
 */
const idFromName = (name: string) => {
  const known = name.normalize('NFC').toLowerCase()
  const plain = `managed-${known.replace(/[^a-z0-9]+/g, '-')}`
  const isWhole = !/(?![a-z0-9])[\p{L}\p{M}\p{N}]/u.test(known) && /[a-z0-9]/.test(known)
  return isWhole ? plain : `${plain}-${hash('sha256', known, 'hex').slice(0, 12)}`
}

const period = '"year" or "month"'

const wanted: Readonly<Record<keyof EnvironmentInput | keyof CallLimits | keyof ReadAs, string>> = {
  id: 'text that no other environment has as its id',
  name: 'a name of 1 to 80 characters',
  kind: '"uat" or "production"',
  baseUrl: 'the address of the service, such as "https://uat.example.com"',
  clientId: 'the ClientId that the service knows you by, of 1 to 200 characters',
  credentialStyle: '"bearer", "basic", "form" or "accessToken"',
  limits:
    'an object with connectSeconds, headersSeconds, totalSeconds and callsAtOnce, or no field at all',
  connectSeconds: 'a number of seconds from 1 to 120',
  headersSeconds: 'a number of seconds from 5 to 900',
  totalSeconds: 'a number of seconds from 5 to 1800, and no less than the two other times',
  callsAtOnce: 'a whole number from 1 to 16',
  takesSeveral: 'true or false: whether the service takes files with several participants',
  emptySession: 'true or false: whether SID and Cookie go as empty text where they are not stored',
  refusals: `a list of further shapes of an answer that prove a refusal, of ${refusalShapeNames.map((name) => `"${name}"`).join(', ')}`,
  readAs: `an object with ${Object.keys(readAsSchema.shape).join(', ')} or some of them, or no field at all`,
  priceGrowth: 'a number of percent a year from 0 to 20',
  dollarsOf: '"notSaid", "today" or "year": which dollars amounts of an answer are',
  casePenalty: '"off" or "stillOn": whether PenaltyAmount has already been taken off Amount',
  casePriceGrowth: 'a number of percent a year from 0 to 20',
  sustainableIncome: period,
  incomeGoal: period,
  socialSecurity: period,
  caseAmount: period,
  incomeSources: period,
  savingsDollars: period,
  salary: period,
  pensionAmount: period,
}
const wantedIn: ReadonlyMap<string, string> = new Map(Object.entries(wanted))

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

const reasonOf = (issue: z.core.$ZodIssue | undefined) => {
  const path = issue?.path.join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    const inside = path === '' ? 'an environment' : `its "${path}"`
    return {
      field: issue.keys.join(', '),
      reason: `${inside} has no field ${quoted(issue.keys)}; check the spelling`,
    }
  }
  const last = issue?.path.findLast((key) => typeof key === 'string') ?? ''
  if (last === '')
    return { field: '', reason: `it is not an environment: an object with ${quoted([...allowed])}` }
  return { field: path, reason: `here belongs ${wantedIn.get(last) ?? 'something else'}` }
}

/**
 * Finds a key that looks like the name of a secret, at any depth. It loops instead of recursing, because a file may be
 * nested deeper than the call stack allows.
 */
const secretKey = (file: unknown): string | undefined => {
  const left = [file]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (!allowed.has(key) && secretPattern.test(key)) return key
      left.push(inner)
    }
  }
  return undefined
}

const mostCharacters = 1_000_000
const mostEnvironments = 200

/** The data that an administrator provides to every user in a firm. */
export interface Provisioning {
  readonly environments: readonly EnvironmentInput[]
  /** Legal limits and tax figures for years that this version does not include. */
  readonly law: FirmLaw
  /** The firm's advisor, used until the advisor enters a name; null if there is none. */
  readonly advisor: Advisor | null
  /** Whether to offer a recovery kit; null if the file does not say. */
  readonly offerRecoveryKit: boolean | null
  /** Whether the lock's passphrase must encrypt, too; null if the file does not say. */
  readonly lockEncrypts: boolean | null
  /** Where to back up, until the user chooses another folder; null if the firm does not say. */
  readonly backup: z.infer<typeof firmBackupSchema> | null
  /** The fewest identity checks at the desk; null if the firm does not say. */
  readonly identityChecks: number | null
}

const parts = [
  ...['environments', 'law', 'advisor', 'offerRecoveryKit', 'lockEncrypts', 'backup'],
  'identityChecks',
]
const wholeWanted = `it must be a list of environments, or an object with ${quoted(parts)} or some of them.`

const namedAdvisorSchema = advisorSchema.extend({
  name: advisorSchema.shape.name.min(1),
  contact: advisorSchema.shape.contact.default(''),
})

const { backupFolder, backupsKept } = settingsSchema.shape
const firmBackupSchema = z
  .strictObject({ folder: backupFolder.min(1), keep: backupsKept.default(7) })
  .transform(({ folder, keep }) => ({ backupFolder: folder, backupsKept: keep }))

/** Reads a part of the file by its schema; fails with the path of the first field that does not fit. */
const readPart = <T>(part: string, value: unknown, schema: z.ZodType<T>): Result<T> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const field = [part, ...(issue?.path ?? [])].join('.')
  return refused(`${field}: ${issue?.message ?? 'this does not fit'}.`, field)
}

/**
 * Reads an administrator's environments, law and advisor from a JSON object with any of these, or
 * from a list of environments alone. Fails as {@link readEnvironments} does, and names the field if
 * the law or the advisor is unusable.
 */
export const parseProvisioning = (text: string): Result<Provisioning> => {
  if (text.length > mostCharacters)
    return refused(`it is longer than ${mostCharacters.toLocaleString('en-US')} characters.`)
  const file = parseJson(text.replace(/^\uFEFF/, ''))
  if (file === undefined) return refused('it is not JSON.')
  const isParts = isObject(file)
  if (isParts) {
    if (Object.keys(file).length === 0) return refused(wholeWanted)
    const other = Object.keys(file).find((name) => !parts.includes(name))
    if (other !== undefined)
      return refused(`it has no part "${other}", only ${quoted(parts)}.`, other)
  }
  const {
    environments: entries = [],
    law: ofYears = [],
    advisor: named = null,
    offerRecoveryKit: offered = null,
    lockEncrypts: encrypting = null,
    backup: kept = null,
    identityChecks: needed = null,
  } = isParts ? file : { environments: file }
  const environments = readEnvironments(entries)
  if (!environments.ok) return environments
  const law = readPart('law', ofYears, firmLawSchema)
  if (!law.ok) return law
  const advisor = readPart('advisor', named, namedAdvisorSchema.nullable())
  if (!advisor.ok) return advisor
  const offer = readPart('offerRecoveryKit', offered, z.boolean().nullable())
  if (!offer.ok) return offer
  const encrypts = readPart('lockEncrypts', encrypting, z.boolean().nullable())
  if (!encrypts.ok) return encrypts
  const backup = readPart('backup', kept, firmBackupSchema.nullable())
  if (!backup.ok) return backup
  const checks = readPart('identityChecks', needed, deskTextsSchema.shape.checksNeeded.nullable())
  if (!checks.ok) return checks
  return ok({
    environments: environments.value,
    law: law.value,
    advisor: advisor.value,
    offerRecoveryKit: offer.value,
    lockEncrypts: encrypts.value,
    backup: backup.value,
    identityChecks: checks.value,
  })
}

/**
 * An administrator's environments from a list. Every entry gets an id, made from its name if
 * needed, so that its credentials are found again. Fails with `input.invalid` and names the entry
 * and field. The whole file is rejected if anything in it looks like a secret.
 */
const readEnvironments = (entries: unknown): Result<readonly EnvironmentInput[]> => {
  if (!Array.isArray(entries)) return refused(wholeWanted)
  if (entries.length > mostEnvironments)
    return refused(`it lists ${entries.length} environments; ${mostEnvironments} are the most.`)
  const secret = secretKey(entries)
  if (secret !== undefined) {
    return refused(
      `it has a field "${secret}"; secrets are entered in Settings and never travel in this file.`,
      secret,
    )
  }
  const inputs: EnvironmentInput[] = []
  for (const [index, entry] of entries.entries()) {
    const wrong = (field: string, reason: string) =>
      refused(`entry ${index + 1}${field === '' ? '' : `, ${field}`}: ${reason}`, field)
    const parsed = environmentInputSchema.safeParse(entry)
    if (!parsed.success) {
      const { field, reason } = reasonOf(parsed.error.issues[0])
      return wrong(field, `${reason}.`)
    }
    const { name } = parsed.data
    const baseUrl = parseBaseUrl(parsed.data.baseUrl)
    if (!baseUrl.ok) return wrong('baseUrl', baseUrl.error.message)
    const id = parsed.data.id ?? idFromName(name)
    if (id === trainingId) return wrong('id', `"${trainingId}" is the built-in environment.`)
    for (const field of ['name', 'clientId'] as const)
      if (hasUnseen(parsed.data[field])) return wrong(field, 'it has an invisible character in it.')
    if (nameKey(name) === nameKey(trainingEnvironment.name))
      return wrong('name', `"${name}" is what the built-in environment is called.`)
    if (inputs.some((earlier) => nameKey(earlier.name) === nameKey(name)))
      return wrong('name', `"${name}" is there twice.`)
    const other = inputs.find((earlier) => earlier.id === id)
    if (other) {
      const words = `"${name}" and "${other.name}" have the same id, "${id}". Give one of them an "id" of its own.`
      return wrong('id', words)
    }
    const shared = whySharedAddress(
      { name, kind: parsed.data.kind, baseUrl: baseUrl.value },
      inputs,
    )
    if (shared !== '') return wrong('baseUrl', shared)
    inputs.push({ ...parsed.data, baseUrl: baseUrl.value, id })
  }
  return ok(inputs)
}

/** UTF-8, or UTF-16 with a byte order mark, as some Windows editors save it; null for bytes that are not text. */
const textIn = (bytes: Uint8Array) => {
  const [first, second] = bytes
  const isLittle = first === 0xff && second === 0xfe
  const isBig = first === 0xfe && second === 0xff
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Reads the file's bytes. Fails as {@link parseProvisioning} does, and for bytes that are not text. */
export const readProvisioning = (bytes: Uint8Array): Result<Provisioning> => {
  const text = textIn(bytes)
  return text === null
    ? refused('it has bytes that are not text. Save it again as UTF-8.')
    : parseProvisioning(text)
}
