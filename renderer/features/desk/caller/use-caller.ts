import { useTimeoutFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { EarlierRequest } from '#shared/desk/report-rows.ts'
import { identityKey } from '#shared/identity-key.ts'
import { useClient, useEvent } from '../../../ipc/client.ts'
import { useParticipant } from '../../../workspace/participant-store.ts'
import { useProgram } from '../../../workspace/program-store.ts'
import { emptyRow } from '../../../workspace/submission/plans/plan-rows.ts'
import type { CallTyped } from '../call-typed.ts'
import { callersIn, knownRows, planMarks } from './known-callers.ts'

/** Minimum number of typed characters, because a shorter id matches too many people. */
const least = 3
/** How long to wait after the last keystroke, in milliseconds. */
const pause = 200

/**
 * Earlier requests for participants whose id begins with the typed text; `null` while unknown. A
 * failed lookup shows nothing, because the check before sending looks again.
 */
const useEarlier = (typed: () => string) => {
  const client = useClient()
  const earlier = shallowRef<readonly EarlierRequest[] | null>(null)
  let latest = 0
  let lookedFor = ''

  const look = async () => {
    latest += 1
    const mine = latest
    const participantId = typed()
    const found = await client.call('desk.earlier', { participantId })
    if (mine !== latest) return
    earlier.value = found.ok ? found.value : null
    lookedFor = participantId
  }
  const { start, stop } = useTimeoutFn(look, pause, { immediate: false })
  const lookNow = async () => {
    stop()
    if (typed().length >= least && typed() !== lookedFor) await look()
  }

  watch(
    typed,
    (participantId) => {
      stop()
      latest += 1
      lookedFor = ''
      if (participantId.length < least) earlier.value = null
      else start()
    },
    { immediate: true },
  )
  // A request settled in another window must no longer appear as in doubt.
  useEvent('records.changed', () => {
    if (earlier.value?.some(({ outcome }) => outcome === 'inDoubt') === true) void look()
  })
  return { earlier, lookNow }
}

/** Offers the open participant as the caller, but fills it in only on request. */
const useOpenClient = (typed: CallTyped, isAsked: () => boolean, isSent: () => boolean) => {
  const participant = useParticipant()
  /**
   * Handle and chosen person of the file that this call was filled in from; empty if it was not
   * filled in.
   */
  const filledFrom = ref('')
  const filledName = ref('')
  /** The file that the last call was filled in from. */
  const lastTaken = ref('')
  const openFile = computed(() =>
    `${participant.opened?.handle ?? ''} ${participant.opened?.chosen ?? ''}`.trim(),
  )
  const canFillIn = computed(
    () => participant.profile !== null && !isSent() && openFile.value !== filledFrom.value,
  )
  /**
   * Enter in the empty form fills in the open participant. Right after a call about the same
   * participant, Enter does nothing, because it may be an accidental second press.
   */
  const enterFillsIn = computed(
    () =>
      isAsked() &&
      canFillIn.value &&
      openFile.value !== lastTaken.value &&
      `${typed.participantId}${typed.firstName}${typed.lastName}`.trim() === '',
  )
  const took = () => {
    filledFrom.value = openFile.value
    lastTaken.value = openFile.value
    filledName.value = participant.name
  }
  const left = () => {
    filledFrom.value = ''
    filledName.value = ''
  }
  return { filledName, canFillIn, enterFillsIn, took, left }
}

/**
 * The people whom the typed text may mean: the open participant, and callers from earlier receipts.
 * If number and last name both match a caller, that caller's plans are offered until something is
 * sent.
 *
 * @param isAsked whether the screen asks who is calling
 * @param isSent whether the call has a receipt
 */
export const useCaller = (typed: CallTyped, isAsked: () => boolean, isSent: () => boolean) => {
  const program = useProgram()
  const { earlier, lookNow } = useEarlier(() => typed.participantId.trim())
  const callers = computed(() => callersIn(earlier.value ?? [], program.active))
  const exact = computed(() => {
    const number = identityKey(typed.participantId)
    return number === '' ? undefined : callers.value.find(({ key }) => key === number)
  })
  const named = computed(() => {
    const lastName = exact.value?.lastName ?? ''
    return lastName === '' || identityKey(lastName) === identityKey(typed.lastName)
      ? exact.value
      : undefined
  })
  watch([named, () => typed.listed], ([caller, listed]) => {
    if (isSent()) return
    typed.known = knownRows(caller, listed, typed.known)
    const isEmpty = typed.byHand.every(
      ({ planId, planType }) => planId.trim() === '' && planType.trim() === '',
    )
    if (isEmpty) typed.byHand = typed.known.length + listed.length > 0 ? [] : [emptyRow()]
  })
  return {
    earlier,
    lookNow,
    exact,
    /** Callers with a name, newest first, suggested in the field. */
    knownCallers: computed(() =>
      callers.value.filter(({ firstName, lastName }) => firstName + lastName !== ''),
    ),
    /** What earlier requests of this caller say against opting a plan out. */
    marks: computed(() => planMarks(named.value)),
    openClient: useOpenClient(typed, isAsked, isSent),
  }
}
