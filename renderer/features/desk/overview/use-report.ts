import { useTimeoutFn } from '@vueuse/core'
import { computed, ref } from 'vue'
import { dayOf } from '#shared/moments.ts'
import { spanOfDay, spanOfDays, spanOfPeriod, type Span } from '#shared/desk/days.ts'
import { matchingRows, noFilter, summarise, type ReportFilter } from '#shared/desk/report.ts'
import { useClient, useEvent } from '../../../ipc/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { useNowEvery } from '../../../lib/use-now.ts'
import type { ChosenPeriod } from './overview-words.ts'

/** Milliseconds between updates, because a running list adds many records a second. */
const followMs = 3000

export const useReport = () => {
  const client = useClient()
  const now = useNowEvery(60_000)
  const period = ref<ChosenPeriod>('today')
  /** The first and the last of the chosen days. */
  const from = ref(dayOf(new Date()))
  const until = ref(dayOf(new Date()))
  const filter = ref<ReportFilter>(noFilter)
  const today = computed(() => dayOf(now.value))
  /** Null for invalid days. The value changes only at midnight. */
  const span = computed((): Span | null => {
    if (period.value === 'other') return spanOfDays(from.value, until.value)
    const start = spanOfDay(today.value)
    return start === null ? null : spanOfPeriod(period.value, start.from)
  })
  const {
    value: rows,
    error: problem,
    load,
  } = useLoaded(
    () =>
      span.value &&
      client.call('desk.report', {
        from: span.value.from.toISOString(),
        to: span.value.to.toISOString(),
      }),
    span,
  )
  const { isPending, start } = useTimeoutFn(load, followMs, { immediate: false })
  useEvent('records.changed', () => isPending.value || start())
  const report = computed(() =>
    rows.value === null || span.value === null
      ? null
      : summarise(matchingRows(rows.value, filter.value), span.value),
  )
  return { period, from, until, today, filter, rows, span, report, problem, load }
}
