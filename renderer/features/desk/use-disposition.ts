import { computed, reactive, ref, watch, type Ref } from 'vue'
import type { DeskConfig } from '#shared/desk/texts.ts'
import { standingOf } from '#shared/receipt/standing.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { contradicts, suggestedFor } from '#shared/desk/dispositions.ts'
import { standingOnReceipt } from './desk-words.ts'

/**
 * How a call ended: the dispositions offered, the chosen one, and anything missing or
 * contradictory. While `isAsked` is true, the outcome suggests a disposition.
 */
export function useDisposition(
  config: Readonly<Ref<DeskConfig | null>>,
  receipt: Readonly<Ref<Receipt | null>>,
  isAsked: () => boolean,
) {
  const standing = computed(() => receipt.value && standingOf(receipt.value))
  const wrapUp = reactive({ disposition: '', note: '' })
  /** The contradicting disposition that the agent confirmed; empty for none. */
  const meant = ref('')
  /** The disposition suggested by the outcome; any other was chosen by the agent. */
  const suggested = ref('')
  const offered = computed(() =>
    (config.value?.texts.dispositions ?? []).filter(
      ({ unsent }) => unsent === (receipt.value === null),
    ),
  )
  const chosen = computed(() => offered.value.find(({ code }) => code === wrapUp.disposition))
  const contradiction = computed(() => {
    if (
      chosen.value === undefined ||
      receipt.value === null ||
      standing.value === null ||
      !contradicts(chosen.value, standing.value)
    )
      return ''
    return `“${chosen.value.text}” does not fit: the receipt says “${standingOnReceipt(receipt.value, standing.value).label}”.`
  })
  const isMeant = computed({
    get: () => meant.value !== '' && meant.value === wrapUp.disposition,
    set: (is: boolean) => {
      meant.value = is ? wrapUp.disposition : ''
    },
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
    if (chosen.value === undefined) return 'Choose how the call ended.'
    const { needsNote, text } = chosen.value
    if (needsNote && wrapUp.note.trim() === '') return `“${text}” needs a note.`
    return contradiction.value !== '' && !isMeant.value
      ? 'Confirm that the call ended this way, or choose another one.'
      : ''
  })

  const clear = () => {
    Object.assign(wrapUp, { disposition: '', note: '' })
    suggested.value = ''
    meant.value = ''
  }
  const isTyped = () => wrapUp.disposition !== suggested.value || wrapUp.note.trim() !== ''

  return { standing, wrapUp, offered, chosen, lack, contradiction, isMeant, clear, isTyped }
}
