import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { RequestOn } from '#shared/ipc/contract.ts'
import type { CaseRun, ForecastRun } from '#shared/forecast/channels.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import type { Result } from '#shared/result.ts'
import { ageAt } from '#shared/age-at.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { statementOf } from '#shared/strategy/statement/statement.ts'
import { unusualFor } from '#shared/strategy/unusual-for.ts'
import { useClient } from '../../ipc/client.ts'
import { useJob } from '../../ipc/use-job.ts'
import { useDraft } from '../../lib/drafts.ts'
import { useUnusual } from '../../lib/use-unusual.ts'
import { useProgram } from '../program-store.ts'
import { useParticipant } from '../participant-store.ts'
import { useClaimPlan, type Target } from './claim-plan.ts'
import { usePair } from './use-read-as.ts'
import { useRules } from './use-rules.ts'
import {
  asTyped,
  caseDraftFor,
  copyOfDraft,
  draftOf,
  emptyWhatIf,
  type FieldErrors,
  isOfToday,
  isRunOf,
  readCase,
  readPlan,
  typedNumber,
} from './what-if.ts'
import { useDraftHistory } from './draft-history.ts'
import { useScenarios } from './use-scenarios.ts'
import { useRunOnChange } from './use-run-on-change.ts'

export type RunKind = 'forecast' | 'forecastCurrent' | 'caseInformation'

/**
 * The workspace for the participant on screen: today's forecast, the plan that the levers make, and
 * the kept runs. It lives as long as the program, so that an advisor can visit other screens;
 * another participant resets it.
 *
 * Today is the forecast without inputs. It runs and is saved first, and is never overwritten. Any
 * other run is saved when the advisor keeps, submits or prints it.
 */
export const useForecast = defineStore('forecast', () => {
  const client = useClient()
  const participant = useParticipant()
  const program = useProgram()
  const job = useJob()
  const claims = useClaimPlan()
  const pairOf = usePair()
  const rules = useRules()

  const kind = ref<RunKind>('forecast')
  const draft = ref(emptyWhatIf())
  const history = useDraftHistory(draft, copyOfDraft)
  const caseDraft = ref(caseDraftFor(null))
  const errors = shallowRef<FieldErrors>({})
  const unusual = useUnusual()
  /** The last answer of either operation, for today or for the plan. */
  const forecast = shallowRef<ForecastRun | null>(null)
  /** The last answer for each operation, shown again when that operation is chosen. */
  const answers = new Map<string, ForecastRun>()
  watch(forecast, (saved) => saved && answers.set(saved.kind, saved), { flush: 'sync' })
  const baseline = shallowRef<ForecastRun | null>(null)
  const caseInformation = shallowRef<CaseRun | null>(null)
  const failure = shallowRef<AppError | null>(null)
  /** SavingsType values sent since the start, as suggestions. */
  const usedSavingsTypes = shallowRef<readonly string[]>([])

  /**
   * Today's forecast for the participant in the current environment; `null` before its first run.
   */
  const today = computed(() => {
    const held = baseline.value
    return held !== null && program.isHere(held.environment) ? held : null
  })
  /** The goal that the advisor entered, dollars a month; `null` if none. */
  const goal = computed(() => {
    const typed = typedNumber(draft.value.goal)
    return typed === null || !(typed > 0) ? null : typed
  })
  /** The Current strategy of today's forecast. */
  const todayStrategy = computed(() => today.value && pairOf(today.value).current)
  /** A result's statement, compared with today and with the advisor's goal. */
  const statementFor = (saved: SavedForecast) =>
    statementOf({ saved, today: today.value, typedGoal: goal.value }, rules())
  /** The goal in the answer itself, ignoring the advisor's. */
  const goalOfAnswer = (saved: SavedForecast) =>
    statementOf({ saved, today: null, typedGoal: null }, rules()).goal
  const whoIsOpen = () =>
    participant.opened === null ? '' : `${participant.opened.handle}/${participant.opened.chosen}`
  const onKept = (run: ForecastRun, saved: SavedForecast) => {
    if (answers.get(saved.kind)?.id === run.id) answers.set(saved.kind, saved)
    for (const held of [forecast, baseline]) if (held.value?.id === run.id) held.value = saved
  }
  const shelf = useScenarios({ shown: forecast, whoIsOpen, goal, onKept })

  const typedDraft = () => JSON.stringify(draft.value)
  const typedCase = () => JSON.stringify(caseDraft.value)
  /**
   * Both forms as text, as they were before any typing or at the last run. Only later changes can
   * be lost.
   */
  let [settledDraft, settledCase] = ['', '']
  const levers = useRunOnChange(
    () => kind.value === 'forecast' && today.value !== null && !participant.blocked,
    () => followLevers(),
  )
  /** Counts runs; only the newest may be shown. */
  let latest = 0

  /** Drops the current run and any failure. */
  const drop = () => {
    levers.stop()
    latest += 1
    job.cancel()
    errors.value = {}
    failure.value = null
  }
  const startAfresh = () => {
    drop()
    // A new participant starts with a forecast, even if the last operation was Case information.
    if (kind.value === 'caseInformation') kind.value = 'forecast'
    draft.value = emptyWhatIf()
    caseDraft.value = caseDraftFor(participant.profile)
    settledDraft = typedDraft()
    settledCase = typedCase()
    history.clear()
    unusual.clear()
    for (const shown of [forecast, baseline, caseInformation]) shown.value = null
    answers.clear()
    shelf.clear()
  }

  watch(whoIsOpen, startAfresh, { immediate: true, flush: 'sync' })

  useDraft({
    name: 'participant/forecast',
    isTyped: () => typedDraft() !== settledDraft || typedCase() !== settledCase,
    read: () => ({ kind: kind.value, draft: draft.value, caseDraft: caseDraft.value }),
    write: (typed) => {
      kind.value = typed.kind
      draft.value = typed.draft
      caseDraft.value = typed.caseDraft
    },
  })

  /** The answer of run `mine`; null if it failed, or if a newer run replaced it. */
  const wanted = <T>(mine: number, result: Result<T>): T | null => {
    if (mine !== latest) return null
    if (!result.ok) failure.value = result.error
    return result.ok ? result.value : null
  }

  /** Calls `take` with the answer unless a newer run replaced it; returns whether it did. */
  const ask = async (
    run: Omit<RequestOn<'forecast.run'>, 'jobId'>,
    mine: number,
    take: (saved: ForecastRun) => void,
  ) => {
    const result = await job.run(
      (jobId) =>
        client.call('forecast.run', {
          ...run,
          wagesBefore: participant.wagesBefore ?? undefined,
          jobId,
        }),
      (answer) => {
        const saved = wanted(mine, answer)
        if (saved !== null) take(saved)
      },
    )
    return result.ok && mine === latest
  }

  /** The typed inputs as `operation` takes them. Only the comparison takes a claim age and a forecast type. */
  const readTyped = (operation: RunKind = 'forecast') =>
    readPlan(
      operation === 'forecast' ? draft.value : { ...draft.value, forecastType: '', claimAge: '' },
      ageAt(participant.profile?.dateOfBirth ?? '', new Date()),
    )

  /** The claim for a plan's run, requested if it is not yet known; `null` if there is none. */
  const claimFor = async (age: number, inputs: ForecastInputs, target: Target, mine: number) => {
    const standing = today.value
    if (standing === null) return null
    const found = wanted(mine, await claims.find({ age, inputs, today: standing, target, job }))
    if (found?.kind === 'claim') return found.claim
    if (found) errors.value = { ClaimAge: found.why }
    return null
  }

  const runForecast = async (operation: 'forecast' | 'forecastCurrent') => {
    const typed = readTyped(operation)
    errors.value = typed.errors ?? {}
    const handle = participant.opened?.handle
    const to = program.destination
    if (
      typed.inputs === null ||
      handle === undefined ||
      to === null ||
      !unusual.isMeant(typed.inputs)
    )
      return
    const { inputs, claimAge } = typed
    const types = (inputs.SavingsRateDetails ?? []).flatMap(({ SavingsType }) => SavingsType || [])
    usedSavingsTypes.value = [...new Set([...usedSavingsTypes.value, ...types])]
    failure.value = null
    latest += 1
    const mine = latest
    const run = typedDraft()
    const target = { handle, to }
    history.note()
    const isPlain = Object.keys(inputs).length === 0 && claimAge === null
    if (operation === 'forecast' && !isPlain && today.value === null) {
      const first = { operation, inputs: {}, keep: true, ...target }
      if (!(await ask(first, mine, (saved) => (baseline.value = saved)))) return
    }
    const claim = claimAge === null ? undefined : await claimFor(claimAge, inputs, target, mine)
    if (claim === null) return
    const asked = { operation, inputs, keep: isPlain, ...target, ...(claim && { claim }) }
    const isShown = await ask(asked, mine, (saved) => {
      settledDraft = run
      if (isOfToday(saved)) baseline.value = saved
      // If the same answer is already saved, the saved result is returned.
      else if ((isPlain && !saved.unsaved) || saved.runs !== undefined) shelf.add(saved)
      forecast.value = saved
    })
    if (isShown) void shelf.load(handle)
  }

  const runCase = async () => {
    const typed = readCase(caseDraft.value)
    errors.value = typed.errors ?? {}
    const to = program.destination
    if (typed.inputs === null || to === null) return
    const { inputs } = typed
    if (
      !unusual.isMeant(
        inputs,
        unusualFor(inputs, participant.profile, new Date(), participant.personRules),
      )
    )
      return
    const handle = participant.opened?.handle
    failure.value = null
    latest += 1
    const mine = latest
    const run = typedCase()
    const result = await job.run((jobId) =>
      client.call('forecast.caseInformation', {
        inputs,
        to,
        jobId,
        ...(handle === undefined ? {} : { handle }),
      }),
    )
    const saved = wanted(mine, result)
    if (saved === null) return
    settledCase = run
    caseInformation.value = saved
  }

  /**
   * Runs the chosen operation with the typed inputs and drops any run under way. If fields are
   * invalid, sets `errors` and sends nothing.
   */
  const run = async () => {
    levers.stop()
    await (kind.value === 'caseInformation' ? runCase() : runForecast(kind.value))
  }

  /** After an error, checks the inputs again at every change, so that a corrected field loses its error. */
  const judge = () => {
    unusual.clear()
    if (Object.keys(errors.value).length === 0) return
    const typed =
      kind.value === 'caseInformation' ? readCase(caseDraft.value) : readTyped(kind.value)
    errors.value = typed.errors ?? {}
  }
  /** Shows the plan for the typed inputs if its answer is known; otherwise runs it. */
  const followLevers = () => {
    const typed = readTyped()
    const answered = [forecast.value, today.value].find(
      (saved) => saved !== null && isRunOf(typed, saved),
    )
    if (!answered || job.running.value) return void run()
    history.note()
    settledDraft = typedDraft()
    settledCase = typedCase()
    failure.value = null
    forecast.value = answered
  }
  watch([draft, caseDraft], judge, { deep: true })
  watch([draft, caseDraft], levers.changed, { deep: true })

  /** Shows a kept run, or today's, with its inputs, without a request. */
  const show = (saved: SavedForecast) => {
    drop()
    draft.value = { ...draftOf(saved), goal: draft.value.goal }
    settledDraft = typedDraft()
    history.note()
    kind.value = saved.kind
    forecast.value = saved
  }

  /**
   * Runs the inputs of a forecast that was made from another file, again with the file on screen.
   */
  const tryAgain = (saved: SavedForecast) => {
    drop()
    kind.value = saved.kind
    draft.value = { ...draftOf(saved), goal: draft.value.goal }
    void run()
  }

  /**
   * The initial retirement age in the Case information form: the age typed for the forecast,
   * otherwise the age that its result used.
   */
  const ageForCase = () => {
    const { current, revised } = pickPair(forecast.value?.reading.strategies ?? [])
    return draft.value.retirementAge || asTyped((revised ?? current)?.retirementAge ?? null)
  }

  /**
   * Changes the operation on screen; clears the failures and field errors of the previous
   * operation.
   */
  const choose = (next: RunKind) => {
    levers.stop()
    if (next === 'caseInformation' && caseDraft.value.retirementAge === '') {
      const untouched = typedCase() === settledCase
      caseDraft.value.retirementAge = ageForCase()
      if (untouched) settledCase = typedCase()
    }
    kind.value = next
    forecast.value = answers.get(next) ?? forecast.value
    failure.value = null
    errors.value = {}
    unusual.clear()
    // A lever may have been moved while another operation was shown.
    if (forecast.value?.kind === next) levers.changed()
  }

  return {
    ...job,
    kind,
    draft,
    history,
    caseDraft,
    errors,
    unusual: unusual.messages,
    meant: unusual.meant,
    forecast,
    today,
    todayStrategy,
    goal,
    statementFor,
    goalOfAnswer,
    kept: shelf.kept,
    caseInformation,
    failure,
    usedSavingsTypes,
    run,
    isSaved: shelf.isSaved,
    keep: shelf.keep,
    shelf,
    readTyped,
    show,
    tryAgain,
    choose,
  }
})
