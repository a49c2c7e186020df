import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { DeskReportRow } from '#shared/desk/report-rows.ts'
import { dayOf } from '#shared/moments.ts'
import { spanOfDay, spanOfPeriod, type Span } from '#shared/desk/days.ts'
import {
  isNarrow,
  matchingRows,
  noFilter,
  summarise,
  type ReportFilter,
} from '#shared/desk/report.ts'
import { useClient, useEvent } from '../../../ipc/client.ts'
import { useNowEvery } from '../../../lib/use-now.ts'
import type { ChosenPeriod } from './words.ts'

/** A running list adds many records a second; the report follows at this pace. */
const followMs = 3000

/** The rows of the chosen days, filtered and counted. */
export const useReport = () => {
  const client = useClient()
  const now = useNowEvery(60_000)
  const period = ref<ChosenPeriod>('today')
  const day = ref(dayOf(new Date()))
  const filter = ref<ReportFilter>(noFilter)
  const rows = shallowRef<readonly DeskReportRow[] | null>(null)
  const problem = shallowRef<AppError | null>(null)
  const today = computed(() => dayOf(now.value))
  /** Null for an invalid day. Changes at midnight, not every minute. */
  const span = computed((): Span | null => {
    if (period.value === 'day') return spanOfDay(day.value)
    const start = spanOfDay(today.value)
    return start === null ? null : spanOfPeriod(period.value, start.from)
  })
  let asked = 0

  const load = async (): Promise<void> => {
    if (span.value === null) return
    asked += 1
    const mine = asked
    const { from, to } = span.value
    const answer = await client.call('desk.report', {
      from: from.toISOString(),
      to: to.toISOString(),
    })
    if (mine !== asked) return
    problem.value = answer.ok ? null : answer.error
    if (answer.ok) rows.value = answer.value
  }

  let due: ReturnType<typeof setTimeout> | null = null
  useEvent('records.changed', () => {
    due ??= setTimeout(() => {
      due = null
      void load()
    }, followMs)
  })
  onScopeDispose(() => {
    if (due !== null) clearTimeout(due)
  })

  watch(
    span,
    () => {
      rows.value = null
      void load()
    },
    { immediate: true },
  )
  const filtered = computed(() => isNarrow(filter.value))
  const showAll = (): void => {
    filter.value = noFilter
  }
  const report = computed(() =>
    rows.value === null || span.value === null
      ? null
      : summarise(matchingRows(rows.value, filter.value), span.value),
  )
  return { period, day, today, filter, filtered, showAll, rows, span, report, problem, load }
}
