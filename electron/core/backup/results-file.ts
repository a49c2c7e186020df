import { hash, randomBytes, scrypt } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { maxResultsFileBytes, mostResults } from '#shared/backup/channels.ts'
import type { AppError } from '#shared/errors.ts'
import { readKept } from '#shared/read-kept.ts'
import { fail, invalidField, ok, type Result } from '#shared/result.ts'
import { parseJson } from '#shared/text/parse-json.ts'
import { seal, sealingKey, unseal } from '../records/aead.ts'
import { packSmall, unpackSmall } from '../records/packed.ts'
import { savedBodySchema, type Saved } from '../records/saved/saved-form.ts'

/** A `.glidepath` file: saved results to hand on, see docs/file-format.md; change both together. */

/** The cost of one guess at a passphrase: 64 MB and some tenths of a second, as OWASP recommends for scrypt. */
const cost = { N: 2 ** 16, r: 8, p: 2 }
const maxMemory = 160 * 1024 * 1024
const saltBytes = 32
const keyBytes = 32

const headSchema = z.strictObject({
  format: z.literal('glidepath results'),
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  results: z.int().min(1).max(mostResults),
  protection: z.discriminatedUnion('kind', [
    /** Anybody can read the file. The digest covers all bytes after the head; it reveals damage, but not forgery. */
    z.strictObject({ kind: z.literal('none'), sha256: z.string() }),
    z.strictObject({
      kind: z.literal('passphrase'),
      kdf: z.literal('scrypt'),
      // A file must not choose how much memory and time its passphrase takes.
      N: z.literal(cost.N),
      r: z.literal(cost.r),
      p: z.literal(cost.p),
      salt: z.string().length(Buffer.alloc(saltBytes).toString('base64url').length),
    }),
  ]),
})
type Head = z.infer<typeof headSchema>
type Sealing = Extract<Head['protection'], { readonly kind: 'passphrase' }>

const mostHeadBytes = 2000
const lineFeed = 10
const lengthBytes = 4

/** Unpacked bytes of all results together: a small file can unpack to any size. */
const mostUnpackedBytes = 1024 * 1024 * 1024
/** Unpacked bytes of one result: the largest answer (64 MB) with its reading. */
const mostOfOne = 128 * 1024 * 1024
/** Maximum nesting of a value, the same as in `pack`. */
const deepest = 200
/** How many results to handle before other work gets a turn. */
const resultsAtOnce = 10

const refused = (message: string, details = ''): Result<never> => {
  const error: AppError = { code: 'backup.unreadable', message, details }
  return fail(error)
}
const notOurs = (details = '') => refused('This is not a file of Glidepath results.', details)
const notWhole = (details: string) =>
  refused('This file is incomplete, or it was changed after it was made.', details)

const keyOf = (passphrase: string, salt: string): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const typed = Buffer.from(passphrase.normalize('NFKC'), 'utf8')
    const options = { ...cost, maxmem: maxMemory }
    scrypt(typed, Buffer.from(salt, 'base64url'), keyBytes, options, (cause, key) => {
      typed.fill(0)
      if (cause) reject(cause)
      else resolve(key)
    })
  })

/** Binds the sealed results to the head. */
const contextOf = ({ format, version, madeAt, results }: Head, { salt }: Sealing) =>
  [format, version, madeAt, results, salt].join('\n')

const withHead = (head: Head, payload: Uint8Array) =>
  Uint8Array.from(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), payload]))

/**
 * The results as one file; sealed with the passphrase unless it is empty. Fails with `input.invalid` if they exceed the
 * limits of a file.
 */
export const writeResultsFile = async (
  results: AsyncIterable<Result<Saved>>,
  madeAt: string,
  passphrase: string,
): Promise<Result<Uint8Array<ArrayBuffer>>> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const saved of results) {
    if (!saved.ok) return saved
    const packed = await packSmall(saved.value)
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(packed.length)
    parts.push(length, packed)
    bytes += lengthBytes + packed.length
    if (bytes > maxResultsFileBytes - 2 * mostHeadBytes)
      return fail({
        code: 'input.invalid',
        message: `These results are more than ${maxResultsFileBytes / 1024 / 1024} MB, which is the most for one file.`,
        advice: 'Export fewer at once, or make a backup, which holds everything.',
      })
  }
  const plain = Buffer.concat(parts)
  const about = {
    format: 'glidepath results',
    version: 1,
    madeAt,
    results: parts.length / 2,
  } as const
  if (passphrase === '')
    return ok(
      withHead({ ...about, protection: { kind: 'none', sha256: hash('sha256', plain) } }, plain),
    )
  const salt = randomBytes(saltBytes).toString('base64url')
  const protection: Sealing = { kind: 'passphrase', kdf: 'scrypt', ...cost, salt }
  const head: Head = { ...about, protection }
  const key = sealingKey(await keyOf(passphrase, salt))
  return ok(withHead(head, seal(key, plain, contextOf(head, protection))))
}

/** The head of a file, from its first bytes. Fails with `backup.unreadable`. */
const headOf = (bytes: Uint8Array): Result<{ readonly head: Head; readonly length: number }> => {
  const end = bytes.subarray(0, mostHeadBytes).indexOf(lineFeed)
  if (end === -1) return notOurs()
  const text = Buffer.from(bytes.subarray(0, end)).toString('utf8')
  const value = parseJson(text)
  const isOurs = z.object({ format: z.literal('glidepath results') }).safeParse(value).success
  if (!isOurs) return notOurs()
  const head = headSchema.safeParse(value)
  if (head.success) return ok({ head: head.data, length: end + 1 })
  const { version = 0 } = z.object({ version: z.number() }).safeParse(value).data ?? {}
  const where = head.error.issues[0]?.path.join('.') ?? ''
  return version > 1
    ? refused('This file was made by a newer version of Glidepath.', where)
    : notWhole(`the head: ${where}`)
}

export const isSealedFile = (start: Uint8Array): Result<boolean> => {
  const found = headOf(start)
  return found.ok ? ok(found.value.head.protection.kind === 'passphrase') : found
}

const partsOf = (value: unknown): readonly unknown[] => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  const parts: readonly unknown[] = Object.values(value)
  return parts
}

/** Whether a value has more levels than {@link deepest}; it loops, because a hostile value may be deeper than the stack. */
const isTooDeep = (value: unknown): boolean => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true
    level = level.flatMap(partsOf)
  }
  return false
}

const mostIdCharacters = 200

/** Like the body of a saved record, with the answer as text. */
const resultSchema = savedBodySchema.extend({ verbatim: z.string() })

const resultIn = (value: unknown): Result<Saved> => {
  if (isTooDeep(value)) return notWhole('a result has too many levels')
  const read = readKept(resultSchema, value)
  if (!read.success) return notWhole(`a result: ${read.error.issues[0]?.path.join('.') ?? ''}`)
  const { record } = read.data
  const ids = [record.id, record.kind === 'receipt' ? record.submissionId : '']
  return ids.some((id) => id.length > mostIdCharacters)
    ? notWhole('an id is too long')
    : ok(read.data)
}

const plainOf = async (
  { head, length }: { readonly head: Head; readonly length: number },
  bytes: Uint8Array,
  passphrase: string,
): Promise<Result<Uint8Array>> => {
  const payload = bytes.subarray(length)
  const { protection } = head
  if (protection.kind === 'none')
    return hash('sha256', payload) === protection.sha256
      ? ok(payload)
      : notWhole('the digest differs')
  if (passphrase === '')
    return invalidField('This file is sealed: type its passphrase.', 'passphrase')
  const key = sealingKey(await keyOf(passphrase, protection.salt))
  const plain = unseal(key, payload, contextOf(head, protection))
  return plain
    ? ok(plain)
    : invalidField(
        'The file does not open with this passphrase. If the passphrase is right, the file is incomplete or was changed.',
        'passphrase',
      )
}

/** The results of a file, and when it was made. Fails with `backup.unreadable`, and with `input.invalid` for a wrong passphrase. */
export const readResultsFile = async (
  bytes: Uint8Array,
  passphrase: string,
): Promise<Result<{ readonly madeAt: string; readonly results: readonly Saved[] }>> => {
  if (bytes.length > maxResultsFileBytes)
    return refused(`This file has more than ${maxResultsFileBytes / 1024 / 1024} MB.`)
  const found = headOf(bytes)
  if (!found.ok) return found
  const { head } = found.value
  const opened = await plainOf(found.value, bytes, passphrase)
  if (!opened.ok) return opened
  const plain = Buffer.from(opened.value)
  const results: Saved[] = []
  const ids = new Set<string>()
  let left = mostUnpackedBytes
  let at = 0
  while (at < plain.length) {
    const from = at + lengthBytes
    if (from > plain.length || results.length === head.results) return notWhole('a length')
    at = from + plain.readUInt32BE(from - lengthBytes)
    if (at > plain.length) return notWhole('the end is missing')
    const unpacked = await unpackSmall(plain.subarray(from, at), Math.min(left, mostOfOne))
    if (!unpacked) return notWhole('a result does not unpack, or unpacks to too much')
    left -= unpacked.length
    const result = resultIn(unpacked.value)
    if (!result.ok) return result
    const { record } = result.value
    const own = record.kind === 'receipt' ? [record.id, `s ${record.submissionId}`] : [record.id]
    if (own.some((id) => ids.has(id))) return notWhole('a result is there twice')
    for (const id of own) ids.add(id)
    results.push(result.value)
    if (results.length % resultsAtOnce === 0) await nextTurn()
  }
  return results.length === head.results
    ? ok({ madeAt: head.madeAt, results })
    : notWhole('results are missing')
}
