import { computed, reactive, ref, watch, type Ref } from 'vue'
import type { DeskConfig } from '#shared/desk/texts.ts'
import type { OptOutStanding } from '#shared/receipt/standing.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { contradicts, suggestedFor } from '#shared/desk/dispositions.ts'

import { standingOnReceipt } from './words.ts'

interface Around {
  readonly config: Readonly<Ref<DeskConfig | null>>
  readonly receipt: Readonly<Ref<Receipt | null>>
  readonly standing: Readonly<Ref<OptOutStanding | null>>
  /** Whether the screen asks how the call ended; the result then suggests a disposition. */
  readonly isAsked: () => boolean
}

/** How a call ended, in the agent's words: the offered, chosen, missing and contradictory parts. */
export function useDisposition({ config, receipt, standing, isAsked }: Around) {
  const wrapUp = reactive({ disposition: '', note: '' })
  /** The disposition that the result suggested; any other is the agent's choice. */
  const suggested = ref('')
  const offered = computed(() =>
    (config.value?.texts.dispositions ?? []).filter(
      ({ unsent }) => unsent === (receipt.value === null),
    ),
  )
  /** A contradiction between choice and receipt; empty if there is none. */
  const contradiction = computed(() => {
    const chosen = offered.value.find(({ code }) => code === wrapUp.disposition)
    if (
      chosen === undefined ||
      receipt.value === null ||
      standing.value === null ||
      !contradicts(chosen, standing.value)
    )
      return ''
    return `“${chosen.text}” does not fit: the receipt says “${standingOnReceipt(receipt.value, standing.value).label}”.`
  })
  watch(
    [isAsked, standing],
    ([asked]) => {
      if (
        !asked ||
        standing.value === null ||
        (wrapUp.disposition !== '' && wrapUp.disposition !== suggested.value)
      )
        return
      suggested.value = suggestedFor(offered.value, standing.value)
      wrapUp.disposition = suggested.value
    },
    { flush: 'sync' },
  )

  const lack = computed(() => {
    const chosen = offered.value.find(({ code }) => code === wrapUp.disposition)
    if (chosen === undefined) return 'Choose how the call ended.'
    return chosen.needsNote && wrapUp.note.trim() === '' ? `“${chosen.text}” needs a note.` : ''
  })

  const clear = (): void => {
    Object.assign(wrapUp, { disposition: '', note: '' })
    suggested.value = ''
  }
  /** Something was chosen or noted that the result did not suggest. */
  const isTyped = (): boolean => wrapUp.disposition !== suggested.value || wrapUp.note.trim() !== ''

  return { wrapUp, offered, lack, contradiction, clear, isTyped }
}
