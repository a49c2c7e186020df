import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { ForecastInputs } from '#shared/express/requests.ts'
import type { Claim } from '#shared/records/claim.ts'
import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import type { Result } from '#shared/result.ts'
import { ageAt } from '#shared/age-at.ts'
import { changesNothing } from '#shared/strategy/claim-approximation.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { unusualFor } from '#shared/strategy/unusual-for.ts'
import { useClient } from '../../../ipc/client.ts'
import { useJob } from '../../../ipc/use-job.ts'
import { useHeldOpen } from '../../../lib/use-held-open.ts'
import { useUnusual } from '../../../lib/use-unusual.ts'
import { isSamePlace } from '../../../stores/destination.ts'
import { useProgram } from '../../../stores/program-store.ts'
import { useParticipant } from '../../../stores/participant-store.ts'
import { useClaimPlan, type Target } from './claim/claim-plan.ts'
import { isRunOf, readPlan, type ReadPlan } from './claim/read-plan.ts'
import { useDraftHistory } from './draft-history.ts'
import { useShelf } from './tray/use-shelf.ts'
import { useRunOnChange } from './use-run-on-change.ts'
import { asTyped, typedNumber } from './typed-number.ts'
import {
  caseDraftFor,
  copyOfDraft,
  draftOf,
  emptyWhatIf,
  readCase,
  type CaseDraft,
  type FieldErrors,
  type WhatIfDraft,
} from './what-if.ts'

/** What one press computes. */
export type RunKind = 'forecast' | 'forecastCurrent' | 'caseInformation'

/** Nothing was changed: what the service says is of today. */
export const isOfToday = (saved: Pick<SavedForecast, 'kind' | 'inputs' | 'claim'>): boolean =>
  saved.kind === 'forecast' && changesNothing(saved)

/**
 * The workspace of the participant on screen: where they stand today, the plan that the levers make, and what was kept on
 * the way. It lives as long as the program, so that a person can look elsewhere and come back; another participant starts
 * afresh.
 *
 * Today is the forecast without any input. It is run and saved before anything is tried, and nothing that is tried overwrites
 * it.
 * What is tried after it is saved when the advisor keeps it, submits it or prints it.
 */
export const useForecast = defineStore('forecast', () => {
  const client = useClient()
  const participant = useParticipant()
  const program = useProgram()
  const job = useJob()
  const claims = useClaimPlan()

  const kind = ref<RunKind>('forecast')
  const draft = ref<WhatIfDraft>(emptyWhatIf())
  const history = useDraftHistory(draft, copyOfDraft)
  const caseDraft = ref<CaseDraft>(caseDraftFor(null))
  const errors = shallowRef<FieldErrors>({})
  const unusual = useUnusual()
  /** The last answer: today's or the plan's, of either operation. */
  const forecast = shallowRef<SavedForecast | null>(null)
  const baseline = shallowRef<SavedForecast | null>(null)
  const caseInformation = shallowRef<SavedCaseInformation | null>(null)
  const failure = shallowRef<AppError | null>(null)
  /** SavingsType values sent since the start, to suggest again. */
  const usedSavingsTypes = shallowRef<readonly string[]>([])

  /** Where the participant stands in the environment in use; `null` before that was asked. */
  const today = computed(() => {
    const { active } = program
    return baseline.value !== null &&
      active !== null &&
      isSamePlace(baseline.value.environment, active)
      ? baseline.value
      : null
  })
  /** Dollars a month that the client needs, where the advisor entered it. */
  const need = computed(() => {
    const typed = typedNumber(draft.value.need)
    return typed === null || !(typed > 0) ? null : typed
  })
  const whoIsOpen = (): string =>
    participant.opened === null ? '' : `${participant.opened.handle}/${participant.opened.chosen}`
  const shelf = useShelf({
    client,
    shown: forecast,
    whoIsOpen,
    keptAlready: isOfToday,
  })

  /** Both forms as nobody typed them, or as they were last run: a result keeps what it was run with. */
  let settled = { draft: '', caseDraft: '' }
  const asTypedNow = (): typeof settled => ({
    draft: JSON.stringify(draft.value),
    caseDraft: JSON.stringify(caseDraft.value),
  })
  const levers = useRunOnChange(
    () => kind.value === 'forecast' && today.value !== null && !participant.blocked,
    () => followLevers(),
  )
  /** Counts runs, so that only the newest is shown. */
  let latest = 0

  const startAfresh = (): void => {
    levers.stop()
    latest += 1
    job.cancel()
    draft.value = emptyWhatIf()
    caseDraft.value = caseDraftFor(participant.profile)
    settled = asTypedNow()
    history.clear()
    errors.value = {}
    unusual.clear()
    forecast.value = null
    baseline.value = null
    shelf.clear()
    caseInformation.value = null
    failure.value = null
  }

  watch(whoIsOpen, startAfresh, { immediate: true, flush: 'sync' })

  useHeldOpen(() => {
    const now = asTypedNow()
    return now.draft !== settled.draft || now.caseDraft !== settled.caseDraft
  })

  /** True when an answer is still the one waited for. */
  const isWanted = <T>(
    mine: number,
    result: Result<T>,
  ): result is { readonly ok: true; readonly value: T } => {
    if (mine !== latest) return false
    if (!result.ok) failure.value = result.error
    return result.ok
  }

  interface Run {
    readonly operation: 'forecast' | 'forecastCurrent'
    readonly inputs: ForecastInputs
    readonly claim?: Claim
    readonly keep: boolean
  }
  /** Whether the answer is the one waited for; then `take` had it. */
  const ask = async (
    run: Run,
    target: Target,
    mine: number,
    take: (saved: SavedForecast) => void,
  ): Promise<boolean> => {
    let taken = false
    await job.run(
      (jobId) => client.call('forecast.run', { ...run, ...target, jobId }),
      (result) => {
        taken = isWanted(mine, result)
        if (taken && result.ok) take(result.value)
      },
    )
    return taken
  }

  /** What is typed, as `operation` takes it: a claim age and a forecast type are of the comparison alone. */
  const readTyped = (operation: RunKind = 'forecast'): ReadPlan =>
    readPlan(
      operation === 'forecast' ? draft.value : { ...draft.value, forecastType: '', claimAge: '' },
      ageAt(participant.profile?.dateOfBirth ?? '', new Date()),
    )

  /** The claim to run a plan with, asked for where it is not known; `null` where there is none to run with. */
  const claimFor = async (
    age: number,
    inputs: ForecastInputs,
    target: Target,
    mine: number,
  ): Promise<Claim | null> => {
    const standing = today.value
    if (standing === null) return null
    const found = await claims.find({ age, inputs, today: standing, target, job })
    if (!isWanted(mine, found)) return null
    if (found.value.kind === 'claim') return found.value.claim
    errors.value = { ClaimAge: found.value.why }
    return null
  }

  const runForecast = async (operation: 'forecast' | 'forecastCurrent'): Promise<void> => {
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
    const run = asTypedNow()
    history.note()
    const isPlain = Object.keys(inputs).length === 0 && claimAge === null
    if (operation === 'forecast' && !isPlain && today.value === null) {
      const first = { operation, inputs: {}, keep: true }
      if (!(await ask(first, { handle, to }, mine, (saved) => (baseline.value = saved)))) return
    }
    const claim =
      claimAge === null ? undefined : await claimFor(claimAge, inputs, { handle, to }, mine)
    if (claim === null) return
    const asked = { operation, inputs, keep: isPlain, ...(claim === undefined ? {} : { claim }) }
    const isShown = await ask(asked, { handle, to }, mine, (saved) => {
      settled = { ...settled, draft: run.draft }
      if (isOfToday(saved)) baseline.value = saved
      else if (isPlain) shelf.add(saved)
      forecast.value = saved
    })
    if (isShown) void shelf.load(handle)
  }

  const runCase = async (): Promise<void> => {
    const typed = readCase(caseDraft.value)
    errors.value = typed.errors ?? {}
    const to = program.destination
    if (typed.inputs === null || to === null) return
    const { inputs } = typed
    if (!unusual.isMeant(inputs, unusualFor(inputs, participant.profile, new Date()))) return
    const handle = participant.opened?.handle
    failure.value = null
    latest += 1
    const mine = latest
    const run = asTypedNow()
    const result = await job.run((jobId) =>
      client.call('forecast.caseInformation', {
        inputs,
        to,
        jobId,
        ...(handle === undefined ? {} : { handle }),
      }),
    )
    if (!isWanted(mine, result)) return
    settled = { ...settled, caseDraft: run.caseDraft }
    caseInformation.value = result.value
  }

  /** Runs what is chosen with what is typed; one that is on its way is given up. Fields that are wrong are named in `errors`, and nothing is sent. */
  const run = async (): Promise<void> => {
    levers.stop()
    await (kind.value === 'caseInformation' ? runCase() : runForecast(kind.value))
  }

  /** Once something was wrong, what is typed is judged as it changes, so that a mended field stops complaining. */
  const judge = (): void => {
    unusual.clear()
    if (Object.keys(errors.value).length === 0) return
    const typed =
      kind.value === 'caseInformation' ? readCase(caseDraft.value) : readTyped(kind.value)
    errors.value = typed.errors ?? {}
  }
  /** The plan of what is typed: what is at hand is shown, else it runs. */
  const followLevers = (): void => {
    const typed = readTyped()
    const answered = [forecast.value, today.value].find(
      (saved) => saved !== null && isRunOf(typed, saved),
    )
    if (!answered || job.running.value) return void run()
    history.note()
    settled = asTypedNow()
    failure.value = null
    forecast.value = answered
  }
  watch([draft, caseDraft], judge, { deep: true })
  watch([draft, caseDraft], levers.changed, { deep: true })

  /** Puts one that was kept, or today's, back on screen with what it was run with. Nothing is asked for it. */
  const show = (saved: SavedForecast): void => {
    levers.stop()
    latest += 1
    job.cancel()
    draft.value = { ...draftOf(saved), need: draft.value.need }
    settled = { ...settled, draft: JSON.stringify(draft.value) }
    history.note()
    errors.value = {}
    failure.value = null
    kind.value = saved.kind
    forecast.value = saved
  }

  /** What the case form starts with: the retirement age typed beside the forecast, else the one its result used. */
  const ageForCase = (): string => {
    const { current, revised } = pickPair(forecast.value?.reading.strategies ?? [])
    return draft.value.retirementAge || asTyped((revised ?? current)?.retirementAge ?? null)
  }

  /** What kind is shown; a failure or a field's error of another kind goes away. */
  const choose = (next: RunKind): void => {
    levers.stop()
    if (next === 'caseInformation' && caseDraft.value.retirementAge === '') {
      const untouched = asTypedNow().caseDraft === settled.caseDraft
      caseDraft.value.retirementAge = ageForCase()
      if (untouched) settled = { ...settled, caseDraft: asTypedNow().caseDraft }
    }
    kind.value = next
    failure.value = null
    errors.value = {}
    unusual.clear()
  }

  return {
    kind,
    draft,
    history,
    caseDraft,
    errors,
    unusual: unusual.messages,
    meant: unusual.meant,
    forecast,
    today,
    need,
    kept: shelf.kept,
    caseInformation,
    failure,
    usedSavingsTypes,
    running: job.running,
    progress: job.progress,
    fraction: job.fraction,
    seconds: job.seconds,
    runsOnChange: levers.runsOnChange,
    run,
    isSaved: shelf.isSaved,
    keep: shelf.keep,
    shelf,
    readTyped,
    show,
    choose,
    cancel: job.cancel,
    startAfresh,
  }
})
