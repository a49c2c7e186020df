import { watchDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { LocationQuery } from 'vue-router'
import type { AppError } from '#shared/errors.ts'
import type { ResponseOn } from '#shared/ipc/contract.ts'
import { mostCompared, reportParts, type ReportPart } from '#shared/report/report-parts.ts'
import type { Paper } from '#shared/report/report-settings.ts'
import { useClient } from '../../ipc/client.ts'
import { useProgram } from '../../workspace/program-store.ts'

const one = (query: LocationQuery, name: string) => {
  const value = query[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const many = (query: LocationQuery, name: string) =>
  [query[name] ?? []].flat().flatMap((value) => value || [])

/**
 * Dollars a month as typed, with or without sign and commas; null for empty text, `undefined` for
 * invalid text.
 */
const readGoal = (typed: string): number | null | undefined => {
  const text = typed.replace(/[$,\s]/g, '')
  if (text === '') return null
  const value = Number(text)
  return Number.isFinite(value) && value > 0 && value <= 10_000_000 ? value : undefined
}

/** Milliseconds to wait after a key press before the pages are made again. */
const patience = 150

export const useReport = (query: LocationQuery) => {
  const client = useClient()
  const program = useProgram()
  const sources = shallowRef<ResponseOn<'report.sources'> | null>(null)
  const made = shallowRef<ResponseOn<'report.preview'> | null>(null)
  const problem = shallowRef<AppError | null>(null)
  const making = ref(false)

  const todayId = ref(one(query, 'today'))
  const planId = ref(one(query, 'plan'))
  const besideIds = ref(many(query, 'beside'))
  const comparedIds = computed(() =>
    (sources.value?.plans ?? [])
      .map(({ id }) => id)
      .filter((id) => id !== planId.value && besideIds.value.includes(id))
      .slice(0, mostCompared),
  )
  const compare = (id: string, isWanted: boolean) => {
    besideIds.value = isWanted
      ? [...besideIds.value, id]
      : besideIds.value.filter((each) => each !== id)
  }
  const goal = ref(one(query, 'goal') ?? '')
  const parts = ref<ReportPart[]>([...reportParts])
  const paper = ref<Paper>(program.settings?.report.paper ?? 'letter')
  /** The advisor's note is printed only if ticked. */
  const withNote = ref(false)
  watch([planId, besideIds], () => (withNote.value = false))
  const masked = ref(program.settings?.maskIdentifiers ?? true)

  const goalMonth = computed(() => readGoal(goal.value))
  const request = computed(() => {
    if (
      sources.value === null ||
      goalMonth.value === undefined ||
      (todayId.value === null && planId.value === null && comparedIds.value.length === 0)
    )
      return null
    return {
      todayId: todayId.value,
      planId: planId.value,
      comparedIds: comparedIds.value,
      goalMonth: goalMonth.value,
      parts: parts.value,
      paper: paper.value,
      masked: masked.value,
      ...(withNote.value ? { withNote: true } : {}),
    }
  })

  let latest = 0
  const make = async () => {
    const wanted = request.value
    if (wanted === null) return
    latest += 1
    const mine = latest
    making.value = true
    const answer = await client.call('report.preview', wanted)
    if (mine !== latest) return
    making.value = false
    problem.value = answer.ok ? null : answer.error
    if (answer.ok) made.value = answer.value
  }

  const find = async () => {
    const id = planId.value ?? todayId.value ?? besideIds.value[0] ?? null
    problem.value = null
    if (id === null) return
    making.value = true
    const answer = await client.call('report.sources', { forecastId: id })
    making.value = false
    if (!answer.ok) {
      problem.value = answer.error
      return
    }
    sources.value = answer.value
    // Today's forecast is the newest one without inputs, unless another was requested.
    todayId.value ??= answer.value.todays[0]?.id ?? null
  }

  watchDebounced(request, make, { debounce: () => (made.value === null ? 0 : patience) })
  void find()

  return {
    sources,
    made,
    problem,
    making,
    todayId,
    planId,
    comparedIds,
    compare,
    goal,
    goalMonth,
    parts,
    paper,
    masked,
    withNote,
    request,
    retry: () => (sources.value === null ? find() : make()),
  }
}

export type Report = ReturnType<typeof useReport>
