import type { DeskCall, DeskWrapUp } from '#shared/desk-call.ts'
import type { DeskTexts } from '#shared/desk/texts.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import type { TextsStore } from './texts-store.ts'

/** The texts behind the codes of a call, in its environment and its version of the desk's texts. */
interface InWords {
  /** The call with the texts of its checks and reason; a check without a text keeps its code. */
  readonly call: (environmentId: string, call: DeskCall) => Promise<DeskCall>
  /** `call` is the call of this wrap-up, or null if it is unknown. */
  readonly wrapUp: (
    environmentId: string,
    call: DeskCall | null,
    wrapUp: DeskWrapUp,
  ) => Promise<DeskWrapUp>
  /** Adds texts to a record from before texts were kept beside codes; returns any other record unchanged. */
  readonly kept: <Kept extends Pick<Receipt, 'environment' | 'call' | 'wrapUp'>>(
    kept: Kept,
  ) => Promise<Kept>
}

const callLacks = (call: DeskCall | null): call is DeskCall =>
  call !== null &&
  (call.checkTexts.length < call.checksPassed.length ||
    (call.reasonCode !== '' && call.reasonText === ''))

export const createInWords = (texts: Pick<TextsStore, 'get'>): InWords => {
  /** The newest version stands in for a missing one: a code seldom changes its meaning. */
  const textsOf = async (
    environmentId: string,
    version: number | undefined,
  ): Promise<DeskTexts | null> => {
    const asRead = await texts.get(environmentId, version)
    const found = asRead.ok ? asRead : await texts.get(environmentId)
    return found.ok ? found.value.texts : null
  }

  const call: InWords['call'] = async (environmentId, given) => {
    const read = await textsOf(environmentId, given.textsVersion)
    return {
      ...given,
      checkTexts: given.checksPassed.map(
        (code) => read?.checks.find(({ id }) => id === code)?.text ?? code,
      ),
      reasonText: read?.reasons.find(({ code }) => code === given.reasonCode)?.text ?? '',
    }
  }
  const wrapUp: InWords['wrapUp'] = async (environmentId, of, given) => {
    const read = await textsOf(environmentId, of?.textsVersion)
    return {
      ...given,
      dispositionText:
        read?.dispositions.find(({ code }) => code === given.disposition)?.text ?? '',
    }
  }

  return {
    call,
    wrapUp,
    kept: async (kept) => {
      const { environment, call: keptCall, wrapUp: keptWrapUp } = kept
      const endLacks = keptWrapUp !== null && keptWrapUp.dispositionText === ''
      if (!callLacks(keptCall) && !endLacks) return kept
      return {
        ...kept,
        call: callLacks(keptCall) ? await call(environment.id, keptCall) : keptCall,
        wrapUp: endLacks ? await wrapUp(environment.id, keptCall, keptWrapUp) : keptWrapUp,
      }
    },
  }
}
