import { computed, ref } from 'vue'
import { useParticipant } from '../../stores/participant-store.ts'
import type { CallTyped } from './call-typed.ts'

/**
 * The advisor's open client as the caller: offered, and taken only on request.
 *
 * @param isCaller whether the screen asks who is calling
 * @param isSent whether the call has a receipt
 */
export function useOpenClient(typed: CallTyped, isCaller: () => boolean, isSent: () => boolean) {
  const participant = useParticipant()
  /** Handle and place of the file that filled in the call; empty for none. */
  const filledFrom = ref('')
  const filledName = ref('')
  /** The file last taken for a call; it outlives that call. */
  const lastTaken = ref('')
  const openFile = computed(() =>
    `${participant.opened?.handle ?? ''} ${participant.opened?.chosen ?? ''}`.trim(),
  )
  const canFillIn = computed(
    () => participant.profile !== null && !isSent() && openFile.value !== filledFrom.value,
  )
  /**
   * Enter on the empty form takes the open client, but not right after a call of theirs, where it may be an extra
   * Enter.
   */
  const enterFillsIn = computed(
    () =>
      isCaller() &&
      canFillIn.value &&
      openFile.value !== lastTaken.value &&
      `${typed.participantId}${typed.firstName}${typed.lastName}`.trim() === '',
  )
  const take = (): void => {
    filledFrom.value = openFile.value
    lastTaken.value = openFile.value
    filledName.value = participant.name
  }
  const leave = (): void => {
    filledFrom.value = ''
    filledName.value = ''
  }
  return { filledName, canFillIn, enterFillsIn, take, leave }
}
