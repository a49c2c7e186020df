import { defineStore } from 'pinia'
import { computed, reactive, ref, shallowRef, watch } from 'vue'
import type { CallerKind } from '#shared/desk-call.ts'
import type { AppError } from '#shared/errors.ts'
import type { DeskReportRow } from '#shared/desk/report-rows.ts'
import { deskSteps, type DeskConfig, type DeskStep } from '#shared/desk/texts.ts'
import { identityKey } from '#shared/identity-key.ts'
import { useClient } from '../../ipc/client.ts'
import { given } from '../../lib/given.ts'
import { useCall } from '../../lib/use-call.ts'
import { useDraft } from '../../lib/drafts.ts'
import { useParticipant } from '../../workspace/participant-store.ts'
import { useProgram } from '../../workspace/program-store.ts'
import { requestRow } from '../../workspace/submission/plans/plan-rows.ts'
import { usePlanDirectory } from '../../workspace/submission/plans/use-plan-directory.ts'
import { useSubmission } from '../../workspace/submission/use-submission.ts'
import { isTypedStep, typedSteps } from './call-steps.ts'
import {
  callerKey,
  endedChecks,
  keptCall,
  lackOf,
  plansOf,
  reasonOf,
  saidByOther,
  sentBy,
  typedOf,
  wordsOf,
  type CallTyped,
} from './call-typed.ts'
import type { KnownCaller } from './caller/known-callers.ts'
import { useCaller } from './caller/use-caller.ts'
import { useDeskConfig, useMovedNote } from './use-desk-config.ts'
import { useDisposition } from './use-disposition.ts'
import { useUnwrapped } from './caller/use-unwrapped.ts'

/**
 * One call at the desk, with its steps: caller → identify → plans → reason → read-back → send →
 * receipt → wrap-up → next caller. The state lives outside the screen, so that visiting another
 * screen loses nothing. Only {@link send} sends.
 */
export const useDesk = defineStore('optOutDesk', () => {
  const client = useClient()
  const program = useProgram()
  const participant = useParticipant()
  const submission = useSubmission()
  const { receipt, sending } = submission

  const step = ref<DeskStep>('caller')
  const typed: CallTyped = reactive({ ...typedOf(null), failedBefore: [] })
  const { config, configProblem, texts, loadConfig } = useDeskConfig(typed)
  const endChecks = () => Object.assign(typed, endedChecks(typed))
  // At once, so that no step sees the checks of another caller, however id and name were changed.
  watch(() => callerKey(typed), endChecks, { flush: 'sync' })
  /** {@link typed} as it was last filled in; only later changes can be lost. */
  let filledIn = wordsOf(typed)
  const startedAt = ref<string | null>(null)
  /** Steps that the agent has tried to leave. These steps show what is missing. */
  const tried = reactive(new Set<DeskStep>())
  const { busy: saving, problem: wrapUpProblem, run: keep } = useCall()
  const unwrapped = useUnwrapped()
  const resumeProblem = shallowRef<AppError | null>(null)
  /** True for a call that was cut off when the program ended and needs only its wrap-up. */
  const resumed = ref(false)
  const notice = ref('')
  const { inUse, moved, movedNote } = useMovedNote()
  const directory = usePlanDirectory(() => program.active?.id)

  /** True while a call ends without a request. */
  const ending = computed(() => step.value === 'wrapUp' && receipt.value === null)
  const disposition = useDisposition(config, receipt, () => step.value === 'wrapUp')
  const { standing, wrapUp } = disposition
  const reason = computed(() => (texts.value === null ? null : reasonOf(typed, texts.value)))
  const lack = computed(() => {
    if (step.value === 'wrapUp') return disposition.lack.value
    return isTypedStep(step.value) && texts.value !== null
      ? lackOf(step.value, typed, texts.value)
      : ''
  })
  const { earlier, lookNow, exact, knownCallers, marks, openClient } = useCaller(
    typed,
    () => step.value === 'caller',
    () => receipt.value !== null,
  )
  const untouched = computed(() => startedAt.value === null)

  /** Runs at the first keystroke of the call. */
  const begin = () => {
    startedAt.value ??= new Date().toISOString()
    notice.value = ''
  }

  const clear = () => {
    Object.assign(typed, typedOf(null))
    typed.failedBefore = []
    filledIn = wordsOf(typed)
    disposition.clear()
    openClient.left()
    startedAt.value = null
    resumed.value = false
    moved.value = null
    wrapUpProblem.value = null
    resumeProblem.value = null
    notice.value = ''
    tried.clear()
    submission.startOver()
    step.value = 'caller'
  }

  /**
   * Fills in caller and plans from the open participant, on request. Clears the checks, which were
   * for somebody else.
   */
  const fillIn = () => {
    if (participant.profile === null || receipt.value !== null) return
    begin()
    submission.back()
    endChecks()
    Object.assign(typed, typedOf(participant.profile), saidByOther(typed))
    filledIn = wordsOf(typed)
    openClient.took()
    tried.clear()
    step.value = 'caller'
  }

  /** Fills in number, names and plans of a caller known from earlier receipts. Clears the checks. */
  const takeCaller = ({ participantId, firstName, lastName }: KnownCaller) => {
    endChecks()
    Object.assign(typed, typedOf(null), saidByOther(typed), { participantId, firstName, lastName })
    openClient.left()
    tried.delete('caller')
  }

  /**
   * If the user has typed only a complete number, fills in the names from the open file or from
   * receipts.
   */
  const recognize = async () => {
    const number = identityKey(typed.participantId)
    const isNamed = `${typed.firstName}${typed.lastName}`.trim() !== ''
    if (step.value !== 'caller' || number === '' || isNamed) return
    if (openClient.canFillIn.value && identityKey(participant.profile?.userId ?? '') === number)
      return fillIn()
    await lookNow()
    const caller = exact.value
    const isKnown = caller !== undefined && caller.firstName + caller.lastName !== ''
    if (isKnown && identityKey(typed.participantId) === number) takeCaller(caller)
  }

  const callOf = ({ version }: DeskConfig, note: string) =>
    keptCall(typed, version, startedAt.value ?? new Date().toISOString(), note)
  const prepare = async () => {
    if (config.value === null || program.active === null) return
    moved.value = null
    const draft = submission.checked({
      operation: 'optout',
      participantId: typed.participantId,
      firstName: typed.firstName,
      lastName: typed.lastName,
      optoutInfo: plansOf(typed).map(requestRow),
      reason: typed.reason.trim(),
      ...given('transactionUrl', typed.transactionUrl.trim()),
      call: callOf(config.value, typed.note.trim()),
    })
    if (draft !== null) await submission.prepare(draft)
    // If the agent has gone back in the meantime, the prepared review is dropped.
    if (step.value !== 'readBack') submission.back()
  }

  submission.whenUnblocked(prepare)

  /**
   * With a receipt, only the receipt and wrap-up steps can be opened; without one, only the steps
   * before them.
   */
  const isOpen = (wanted: DeskStep) =>
    (receipt.value === null) !== (wanted === 'receipt' || wanted === 'wrapUp')

  const goTo = (wanted: DeskStep) => {
    if (texts.value === null || sending.value || saving.value || !isOpen(wanted)) return
    if (receipt.value !== null) {
      step.value = wanted
      return
    }
    wrapUp.disposition = ''
    const { value: now } = texts
    const passed = typedSteps.slice(0, deskSteps.indexOf(wanted))
    for (const each of passed) tried.add(each)
    const lacking = passed.find((each) => lackOf(each, typed, now) !== '')
    if (step.value === 'readBack') submission.back()
    step.value = lacking ?? wanted
    if (step.value === 'readBack') void prepare()
  }

  /** Goes to the next step. Never sends. */
  const advance = () => {
    const here = step.value
    if (here !== 'receipt' && !isTypedStep(here)) return
    tried.add(here)
    goTo(deskSteps[deskSteps.indexOf(here) + 1] ?? here)
  }

  const deathReason = computed(() => texts.value?.reasons.find(({ means }) => means === 'death'))
  const chooseReason = (code: string) => {
    const before = reason.value
    typed.reasonCode = code
    if (reason.value?.means === 'death') typed.caller = 'survivor'
    else if (typed.caller === 'survivor' && deathReason.value !== undefined)
      typed.caller = 'participant'
    // Keeps a reason that the agent typed.
    if (typed.reason.trim() === '' || typed.reason === before?.text)
      typed.reason = reason.value?.text ?? ''
  }

  /** Says who is on the line. A death is also the reason; it ends the checks, which are not of this caller. */
  const setCaller = (caller: CallerKind) => {
    begin()
    typed.caller = caller
    const death = deathReason.value?.code
    if (death === undefined) return
    if (caller === 'survivor') chooseReason(death)
    else if (typed.reasonCode === death) chooseReason('')
    typed.caller = caller
  }

  const send = async (...confirmed: Parameters<typeof submission.send>) => {
    if (step.value !== 'readBack') return
    await submission.send(...confirmed)
    if (receipt.value !== null) step.value = 'receipt'
  }

  /** Ends the call without a request and asks for its disposition. */
  const endEarly = () => {
    if (receipt.value !== null || sending.value || texts.value === null) return
    begin()
    submission.back()
    if (wrapUp.note === '') wrapUp.note = typed.note
    step.value = 'wrapUp'
  }

  const next = async () => {
    const wasResumed = resumed.value
    clear()
    await Promise.all([loadConfig(), wasResumed ? unwrapped.load() : undefined])
  }

  const resume = async (call: DeskReportRow) => {
    const opened = await unwrapped.open(call)
    if (!untouched.value || receipt.value !== null) return
    if (!opened.ok) {
      resumeProblem.value = opened.error
      return unwrapped.load()
    }
    clear()
    config.value = opened.value.config
    resumed.value = true
    const { receipt: sent } = opened.value
    Object.assign(typed, sentBy(sent))
    startedAt.value = sent.call?.startedAt ?? sent.sentAt
    submission.settled(sent)
    step.value = 'wrapUp'
  }

  /** Goes on with a call that the lock cut off. After its receipt, only the wrap-up is left. */
  const takeBack = async (draft: {
    readonly typed: CallTyped
    readonly wrapUp: typeof wrapUp
    readonly startedAt: string | null
    readonly step: DeskStep
    readonly receiptId: string | null
  }) => {
    if (!untouched.value) return
    if (draft.receiptId !== null) {
      await unwrapped.load()
      const call = unwrapped.calls.value.find(({ receiptId }) => receiptId === draft.receiptId)
      if (call !== undefined) await resume(call)
      if (receipt.value !== null) Object.assign(wrapUp, draft.wrapUp)
      return
    }
    Object.assign(typed, draft.typed)
    Object.assign(wrapUp, draft.wrapUp)
    startedAt.value = draft.startedAt
    step.value = draft.step
  }

  const finish = async () => {
    tried.add('wrapUp')
    const isReady = step.value === 'wrapUp' && disposition.lack.value === '' && !saving.value
    if (!isReady || config.value === null) return
    // A call that was cut off counts as ended when its answer arrived, which is the last known
    // time.
    const endedAt =
      (resumed.value ? (receipt.value?.answeredAt ?? receipt.value?.sentAt) : undefined) ??
      new Date().toISOString()
    const said = {
      disposition: wrapUp.disposition,
      note: wrapUp.note.trim(),
      contradicts: disposition.contradiction.value !== '',
      endedAt,
    }
    const kept = await keep<unknown>(
      receipt.value === null
        ? client.call('desk.endCall', {
            environmentId: config.value.environmentId,
            call: callOf(config.value, ''),
            wrapUp: said,
          })
        : client.call('desk.wrapUp', { receiptId: receipt.value.id, wrapUp: said }),
    )
    if (!kept.ok) return
    await next()
    notice.value = 'The call is wrapped up. Ready for the next caller.'
  }

  useDraft({
    name: 'opt-out desk',
    // The receipt contains the request, so only text typed later can still be lost.
    isTyped: () => {
      if (sending.value || saving.value) return false
      return disposition.isTyped() || (receipt.value === null && wordsOf(typed) !== filledIn)
    },
    read: () => ({
      ...{ typed, wrapUp, startedAt: startedAt.value },
      step: step.value === 'readBack' ? ('reason' as const) : step.value,
      receiptId: receipt.value?.id ?? null,
    }),
    write: (draft) => void takeBack(draft),
    isReady: () => config.value !== null,
  })
  watch(
    inUse,
    async (now, before) => {
      // A request being sent will have its receipt soon.
      if (receipt.value !== null || sending.value) return
      const reviewed = step.value === 'readBack' && before !== undefined && now !== before
      if (reviewed) {
        submission.back()
        step.value = 'reason'
      }
      const name = program.active?.name ?? 'another one'
      await loadConfig()
      if (reviewed)
        moved.value = { to: now ?? '', note: `The environment is now ${name}. Read back again.` }
    },
    { immediate: true },
  )

  const { filledName, canFillIn, enterFillsIn } = openClient
  const { review, problem, sendingSince, settled } = submission
  return {
    config,
    configProblem,
    texts,
    step,
    ending,
    typed,
    startedAt,
    tried,
    untouched,
    notice,
    filledName,
    canFillIn,
    enterFillsIn,
    earlier,
    knownCallers,
    planMarks: marks,
    planIndex: directory.index,
    reason,
    lack,
    movedNote,
    receipt,
    standing,
    review,
    problem,
    sending,
    sendingSince,
    settled,
    wrapUp,
    wrapUpProblem,
    saving,
    contradiction: disposition.contradiction,
    isMeant: disposition.isMeant,
    dispositions: disposition.offered,
    disposition: disposition.chosen,
    unwrapped: unwrapped.calls,
    loadUnwrapped: unwrapped.load,
    resumed,
    resumeProblem,
    loadConfig,
    begin,
    fillIn,
    takeCaller,
    recognize,
    clear,
    isOpen,
    goTo,
    advance,
    chooseReason,
    setCaller,
    prepare,
    send,
    endEarly,
    resume,
    finish,
    next,
  }
})
