import { z } from 'zod'
import type { AppError } from '#shared/errors.ts'
import type { DeskCall } from '#shared/desk-call.ts'
import { problemsOf } from '#shared/desk/check-texts.ts'
import { type DeskConfig, deskConfigSchema, type DeskTexts } from '#shared/desk/texts.ts'
import { isoNow } from '#shared/moments.ts'
import { readKept } from '#shared/read-kept.ts'
import { fail, invalidField, ok, whenOk, type Result } from '#shared/result.ts'
import type { CoreParts } from '../platform/ports.ts'
import { damaged } from '../records/damaged.ts'
import type { RecordStore } from '../records/record-store.ts'
import { createRecords } from '../records/records.ts'
import { defaultTexts } from '#shared/desk/default-texts.ts'

const versionsSchema = z.array(deskConfigSchema)

const delivered = (environmentId: string): DeskConfig => ({
  environmentId,
  version: 0,
  savedAt: null,
  savedBy: '',
  texts: defaultTexts,
})

/** Every version of the desk's texts, sealed, in one record for each environment. They name no participant. */
export const createTextsStore = ({
  store,
  clock,
  user,
  firmIdentityChecks: fewest = 0,
}: Pick<CoreParts, 'clock' | 'user' | 'firmIdentityChecks'> & { readonly store: RecordStore }) => {
  const records = createRecords<readonly DeskConfig[]>(store, {
    table: 'desk_texts',
    read: (_environmentId, body) => {
      const read = readKept(versionsSchema, body)
      return read.success ? ok(read.data) : damaged('the texts are in no known form')
    },
  })

  /** Texts from before the firm's rule need as many checks as it says, or all that they have. */
  const withFewest = (config: DeskConfig): DeskConfig => {
    const { checks, checksNeeded } = config.texts
    const needed = Math.max(checksNeeded, Math.min(fewest, checks.length))
    return { ...config, texts: { ...config.texts, checksNeeded: needed } }
  }

  /** Why these texts cannot be saved; null if they can. */
  const whyNot = (texts: DeskTexts): AppError | null => {
    const [problem] = problemsOf(texts)
    if (problem) return { code: 'input.invalid', ...problem }
    if (texts.checksNeeded >= fewest) return null
    const message = `Your administrator requires at least ${fewest} identity checks.`
    return { code: 'input.invalid', message, field: 'checksNeeded' }
  }

  return {
    whyNot,

    /**
     * The newest version, or the given one; 0 is the default text. Fails with `input.invalid` for an unknown version, and with
     * `records.*` if the environment's own texts cannot be read: others must not stand in for them.
     */
    get: async (environmentId: string, version?: number): Promise<Result<DeskConfig>> => {
      if (version === 0) return ok(withFewest(delivered(environmentId)))
      return whenOk(await records.get(environmentId), (versions) => {
        const found =
          version === undefined
            ? (versions?.at(-1) ?? delivered(environmentId))
            : versions?.find((each) => each.version === version)
        return found
          ? ok(withFewest(found))
          : invalidField(
              `Version ${version} of the desk's texts is not on this computer.`,
              'version',
            )
      })
    },

    /**
     * Resolves once the texts are durable. Fails with `input.invalid` and the field, or with `records.*`.
     */
    save: async (environmentId: string, texts: DeskTexts): Promise<Result<DeskConfig>> => {
      const refused = whyNot(texts)
      if (refused) return fail(refused)
      const configAfter = (versions: readonly DeskConfig[]): DeskConfig => ({
        environmentId,
        version: (versions.at(-1)?.version ?? 0) + 1,
        savedAt: isoNow(clock),
        savedBy: user,
        texts,
      })
      const saved = await records.change(environmentId, (versions) =>
        ok([...(versions ?? []), configAfter(versions ?? [])]),
      )
      return whenOk(saved, (versions) =>
        ok(withFewest(versions.at(-1) ?? delivered(environmentId))),
      )
    },
  }
}

export type TextsStore = ReturnType<typeof createTextsStore>

const checkText = (texts: DeskTexts | null, code: string): string =>
  texts?.checks.find(({ id }) => id === code)?.text ?? code

const callIn = (texts: DeskTexts | null, call: DeskCall): DeskCall => ({
  ...call,
  checkTexts: call.checksPassed.map((id) => checkText(texts, id)),
  checksFailed: call.checksFailed.map((check) => ({ ...check, text: checkText(texts, check.id) })),
  reasonText: texts?.reasons.find(({ code }) => code === call.reasonCode)?.text ?? '',
})

export const createInWords = (texts: Pick<TextsStore, 'get'>) => {
  /**
   * If a version is missing, the newest one replaces it, because codes seldom change their meaning.
   */
  const textsOf = async (
    environmentId: string,
    version: number | undefined,
  ): Promise<DeskTexts | null> => {
    const asRead = await texts.get(environmentId, version)
    const found = asRead.ok ? asRead : await texts.get(environmentId)
    return found.ok ? found.value.texts : null
  }

  /** Adds to the call the texts of its checks and reason; a check without a text keeps its code. */
  return async (environmentId: string, call: DeskCall): Promise<DeskCall> =>
    callIn(await textsOf(environmentId, call.textsVersion), call)
}

export type InWords = ReturnType<typeof createInWords>
