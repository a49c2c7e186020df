import { z } from 'zod'
import type { DeskCall } from '#shared/desk-call.ts'
import { problemsOf } from '#shared/desk/check-texts.ts'
import { type DeskConfig, deskConfigSchema, type DeskTexts } from '#shared/desk/texts.ts'
import { isoNow } from '#shared/moments.ts'
import { createTurns } from '#shared/queue.ts'
import { readKept } from '#shared/read-kept.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, invalidField, ok, type Result } from '#shared/result.ts'
import type { CoreParts } from '../platform/ports.ts'
import { jsonLines } from '../platform/json-lines.ts'
import { defaultTexts } from './default-texts.ts'

const fileName = 'desk-texts.jsonl'

/** The fields that are needed even from a line that a later version wrote in another form. */
const headSchema = z.looseObject({ environmentId: z.string(), version: z.int().min(1) })

interface Versions {
  readonly readable: Map<number, DeskConfig>
  latest: number
}

const delivered = (environmentId: string): DeskConfig => ({
  environmentId,
  version: 0,
  savedAt: null,
  savedBy: '',
  texts: defaultTexts,
})

/** Every version of the desk's texts, by environment. They name no participant, so they are not encrypted. */
export const createTextsStore = ({
  files,
  clock,
  logger,
  user,
}: Pick<CoreParts, 'files' | 'clock' | 'logger' | 'user'>) => {
  const inOrder = createTurns()
  let known: Map<string, Versions> | null = null

  const versionsOf = (all: Map<string, Versions>, environmentId: string): Versions => {
    const found = all.get(environmentId) ?? { readable: new Map<number, DeskConfig>(), latest: 0 }
    all.set(environmentId, found)
    return found
  }

  const load = async (): Promise<Result<Map<string, Versions>>> => {
    if (known) return ok(known)
    const bytes = await files.read(fileName)
    if (!bytes.ok) return bytes
    const all = new Map<string, Versions>()
    let unreadable = 0
    for (const line of jsonLines(bytes.value)) {
      const head = headSchema.safeParse(line)
      if (!head.success) continue
      const versions = versionsOf(all, head.data.environmentId)
      versions.latest = Math.max(versions.latest, head.data.version)
      const config = readKept(deskConfigSchema, head.data)
      if (config.success) versions.readable.set(config.data.version, config.data)
      else unreadable += 1
    }
    if (unreadable > 0)
      logger.warn(`${fileName}: ${unreadable} versions of the desk's texts could not be read`)
    known = all
    return ok(all)
  }

  return {
    /**
     * The newest version, or the given one; 0 is the default text. Fails with `input.invalid` for an unknown version.
     */
    get: (environmentId: string, version?: number): Promise<Result<DeskConfig>> =>
      inOrder(async () => {
        const all = await load()
        if (!all.ok) return all
        const { readable } = versionsOf(all.value, environmentId)
        const wanted = version ?? Math.max(0, ...readable.keys())
        const found = wanted === 0 ? delivered(environmentId) : readable.get(wanted)
        return found
          ? ok(found)
          : invalidField(
              `Version ${wanted} of the desk's texts is not on this computer.`,
              'version',
            )
      }),

    /**
     * Resolves once the texts are durable on disk. Fails with `input.invalid` and the field, or with
     * `records.diskFull`.
     */
    save: (environmentId: string, texts: DeskTexts): Promise<Result<DeskConfig>> =>
      inOrder(async () => {
        const [problem] = problemsOf(texts)
        if (problem) return fail({ code: 'input.invalid', ...problem })
        const all = await load()
        if (!all.ok) return all
        const versions = versionsOf(all.value, environmentId)
        const config: DeskConfig = {
          environmentId,
          version: versions.latest + 1,
          savedAt: isoNow(clock),
          savedBy: user,
          texts,
        }
        // The leading line feed ends a line that a power cut may have left half-written.
        const written = await files.append(
          fileName,
          new TextEncoder().encode(`\n${JSON.stringify(config)}`),
        )
        if (!written.ok) return written
        versions.latest = config.version
        versions.readable.set(config.version, config)
        return ok(config)
      }),
  }
}

export type TextsStore = ReturnType<typeof createTextsStore>

const callLacks = (call: DeskCall | null): call is DeskCall =>
  call !== null &&
  (call.checkTexts.length < call.checksPassed.length ||
    (call.reasonCode !== '' && call.reasonText === ''))

const callIn = (texts: DeskTexts | null, call: DeskCall): DeskCall => ({
  ...call,
  checkTexts: call.checksPassed.map(
    (code) => texts?.checks.find(({ id }) => id === code)?.text ?? code,
  ),
  reasonText: texts?.reasons.find(({ code }) => code === call.reasonCode)?.text ?? '',
})

export const createInWords = (texts: Pick<TextsStore, 'get'>) => {
  /** The newest version stands in for a missing one, because a code seldom changes its meaning. */
  const textsOf = async (
    environmentId: string,
    version: number | undefined,
  ): Promise<DeskTexts | null> => {
    const asRead = await texts.get(environmentId, version)
    const found = asRead.ok ? asRead : await texts.get(environmentId)
    return found.ok ? found.value.texts : null
  }

  return {
    /** Adds to the call the texts of its checks and reason; a check without a text keeps its code. */
    call: async (environmentId: string, call: DeskCall): Promise<DeskCall> =>
      callIn(await textsOf(environmentId, call.textsVersion), call),

    /** Adds texts to an older record that was saved with codes only; returns any other record unchanged. */
    kept: async <Kept extends Pick<Receipt, 'environment' | 'call' | 'wrapUp'>>(
      kept: Kept,
    ): Promise<Kept> => {
      const { environment, call, wrapUp } = kept
      const endLacks = wrapUp !== null && wrapUp.dispositionText === ''
      if (!callLacks(call) && !endLacks) return kept
      const read = await textsOf(environment.id, call?.textsVersion)
      const dispositionText =
        read?.dispositions.find(({ code }) => code === wrapUp?.disposition)?.text ?? ''
      return {
        ...kept,
        call: callLacks(call) ? callIn(read, call) : call,
        wrapUp: endLacks ? { ...wrapUp, dispositionText } : wrapUp,
      }
    },
  }
}

export type InWords = ReturnType<typeof createInWords>
