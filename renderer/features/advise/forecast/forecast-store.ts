import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { SavedCaseInformation, SavedForecast } from '#shared/ipc/views.ts'
import type { Result } from '#shared/result.ts'
import { pickPair } from '#shared/strategy/pick.ts'
import { useClient } from '../../../ipc/client.ts'
import { useHeldOpen } from '../../../lib/use-held-open.ts'
import { useUnusual } from '../../../lib/use-unusual.ts'
import { useJob } from '../../../ipc/use-job.ts'
import { useSession } from '../../settings/session-store.ts'
import { useParticipant } from '../participant-store.ts'
import { asTyped } from './typed-number.ts'
import { caseDraftFor, emptyWhatIf, readCase, readWhatIf, type CaseDraft, type FieldErrors, type WhatIfDraft } from './what-if.ts'

/** What one press computes. */
export type RunKind = 'forecast' | 'forecastCurrent' | 'caseInformation'

/** Whether the difference of two runs is that of what was typed: the same operation, in the same environment. */
const isComparable = (before: SavedForecast | null, after: SavedForecast): boolean =>
  before?.kind === after.kind &&
  before.environment.id === after.environment.id &&
  before.environment.place === after.environment.place

/**
 * The forecast on screen, what is typed beside it, and the run before it. It lives as long as the program, so that a
 * person can look elsewhere and come back; another participant starts afresh.
 */
export const useForecast = defineStore('forecast', () => {
  const client = useClient()
  const participant = useParticipant()
  const session = useSession()
  const job = useJob()

  const kind = ref<RunKind>('forecast')
  const draft = ref<WhatIfDraft>(emptyWhatIf())
  const caseDraft = ref<CaseDraft>(caseDraftFor(null))
  const errors = shallowRef<FieldErrors>({})
  const unusual = useUnusual()
  const forecast = shallowRef<SavedForecast | null>(null)
  /** The run before `forecast`, of the same kind and in the same environment. */
  const previous = shallowRef<SavedForecast | null>(null)
  const caseInformation = shallowRef<SavedCaseInformation | null>(null)
  const failure = shallowRef<AppError | null>(null)
  /** SavingsType values sent in this session, to suggest again. */
  const usedSavingsTypes = shallowRef<readonly string[]>([])

  /** Both forms as nobody typed them, or as they were last run: a result keeps what it was run with. */
  let kept = { draft: '', caseDraft: '' }
  const asTypedNow = (): typeof kept => ({ draft: JSON.stringify(draft.value), caseDraft: JSON.stringify(caseDraft.value) })

  const startAfresh = (): void => {
    job.cancel()
    draft.value = emptyWhatIf()
    caseDraft.value = caseDraftFor(participant.profile)
    kept = asTypedNow()
    errors.value = {}
    unusual.clear()
    forecast.value = null
    previous.value = null
    caseInformation.value = null
    failure.value = null
  }

  const whoIsOpen = (): string => (participant.opened === null ? '' : `${participant.opened.handle}/${participant.opened.chosen}`)
  watch(whoIsOpen, startAfresh, { immediate: true, flush: 'sync' })

  useHeldOpen(() => {
    const now = asTypedNow()
    return now.draft !== kept.draft || now.caseDraft !== kept.caseDraft
  })

  /** Once something was wrong, what is typed is judged as it changes, so that a mended field stops complaining. */
  const judge = (): void => {
    unusual.clear()
    if (Object.keys(errors.value).length === 0) return
    const typed = kind.value === 'caseInformation' ? readCase(caseDraft.value) : readWhatIf(draft.value)
    errors.value = typed.errors ?? {}
  }
  watch([draft, caseDraft], judge, { deep: true })

  /** True when an answer still belongs to the participant on screen. */
  const settle = <T>(who: string, result: Result<T>): result is { readonly ok: true; readonly value: T } => {
    if (who !== whoIsOpen()) return false
    if (!result.ok) failure.value = result.error
    return result.ok
  }

  const runForecast = async (operation: 'forecast' | 'forecastCurrent'): Promise<void> => {
    const typed = readWhatIf(operation === 'forecast' ? draft.value : { ...draft.value, forecastType: '' })
    errors.value = typed.errors ?? {}
    const handle = participant.opened?.handle
    const to = session.destination
    if (typed.inputs === null || handle === undefined || to === null || !unusual.isMeant(typed.inputs)) return
    const { inputs } = typed
    const types = (inputs.SavingsRateDetails ?? []).flatMap(({ SavingsType }) => SavingsType || [])
    usedSavingsTypes.value = [...new Set([...usedSavingsTypes.value, ...types])]
    failure.value = null
    const who = whoIsOpen()
    const run = asTypedNow()
    const result = await job.run((jobId) => client.call('forecast.run', { handle, operation, inputs, to, jobId }))
    if (!settle(who, result)) return
    kept = { ...kept, draft: run.draft }
    previous.value = isComparable(forecast.value, result.value) ? forecast.value : null
    forecast.value = result.value
  }

  const runCase = async (): Promise<void> => {
    const typed = readCase(caseDraft.value)
    errors.value = typed.errors ?? {}
    const to = session.destination
    if (typed.inputs === null || to === null || !unusual.isMeant(typed.inputs)) return
    const { inputs } = typed
    const handle = participant.opened?.handle
    failure.value = null
    const who = whoIsOpen()
    const run = asTypedNow()
    const result = await job.run((jobId) =>
      client.call('forecast.caseInformation', { inputs, to, jobId, ...(handle === undefined ? {} : { handle }) }),
    )
    if (!settle(who, result)) return
    kept = { ...kept, caseDraft: run.caseDraft }
    caseInformation.value = result.value
  }

  /** Runs what is chosen with what is typed. Fields that are wrong are named in `errors`, and nothing is sent. */
  const run = async (): Promise<void> => {
    if (job.running.value) return
    await (kind.value === 'caseInformation' ? runCase() : runForecast(kind.value))
  }

  /** What the case form starts with: the retirement age typed beside the forecast, else the one its result used. */
  const ageForCase = (): string => {
    const { current, revised } = pickPair(forecast.value?.reading.strategies ?? [])
    return draft.value.retirementAge || asTyped((revised ?? current)?.retirementAge ?? null)
  }

  /** What kind is shown; a failure or a field's error of another kind goes away. */
  const choose = (next: RunKind): void => {
    if (next === 'caseInformation' && caseDraft.value.retirementAge === '') {
      const untouched = asTypedNow().caseDraft === kept.caseDraft
      caseDraft.value.retirementAge = ageForCase()
      if (untouched) kept = { ...kept, caseDraft: asTypedNow().caseDraft }
    }
    kind.value = next
    failure.value = null
    errors.value = {}
    unusual.clear()
  }

  return {
    kind,
    draft,
    caseDraft,
    errors,
    unusual: unusual.messages,
    meant: unusual.meant,
    forecast,
    previous,
    caseInformation,
    failure,
    usedSavingsTypes,
    running: job.running,
    progress: job.progress,
    fraction: job.fraction,
    seconds: job.seconds,
    run,
    choose,
    cancel: job.cancel,
    startAfresh,
  }
})
