import { useWindowSize } from '@vueuse/core'
import { computed, provide, proxyRefs, ref, shallowRef, watch, type Ref } from 'vue'
import { ageAt } from '#shared/age-at.ts'
import { samePerson } from '#shared/records/same-whom.ts'
import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { boardKey, type Board, type TableFormat } from '../../../charts/board.ts'
import { tableFile, type FigureTable } from '../../../charts/figures.ts'
import { ok } from '#shared/result.ts'
import type { Prices } from '#shared/strategy/statement/years/prices.ts'
import { priceFactor, type DollarsOf } from '#shared/strategy/charts/dollars-of.ts'
import { fullChart, presenting } from '../../../ui/present.ts'
import { percent } from '../../../lib/format.ts'
import { useExport } from '../../../lib/use-export.ts'
import { useReadAs } from '../../forecast/use-read-as.ts'

const names = { today: 'today’s dollars', year: 'dollars of each year' } as const

/**
 * Says which kind of dollars a result uses, and switches to the other kind. If the service does not
 * say, a setting decides.
 */
const useDollars = (
  saved: () => SavedForecast | SavedCaseInformation,
  simulated: Readonly<Ref<boolean>>,
) => {
  const readAs = useReadAs()
  const wanted = ref<DollarsOf | null>(null)
  const reading = computed(() => readAs(saved()).readAs)
  const sent = computed((): DollarsOf | null => {
    const { dollarsOf } = reading.value
    if (dollarsOf !== 'notSaid') return dollarsOf
    return simulated.value ? 'today' : null
  })
  /** The kind of dollars sent and the kind shown, if they can be converted. */
  const basis = computed(() => {
    const result = saved()
    if (sent.value === null || result.kind === 'caseInformation' || !result.profile) return null
    const age = ageAt(result.profile.dateOfBirth, new Date(result.savedAt))
    return age === null ? null : { sent: sent.value, shown: wanted.value ?? sent.value, age }
  })
  const other = computed(
    (): DollarsOf | null => basis.value && (basis.value.shown === 'today' ? 'year' : 'today'),
  )
  const prices = computed((): Prices | null => {
    if (basis.value === null) return null
    const { sent: from, shown, age } = basis.value
    const growth = reading.value.priceGrowth
    const at = priceFactor(from, shown, growth, age)
    return (
      at && {
        at,
        dollarsOf: shown,
        what: `Prices that rise ${percent(growth)} a year from age ${age}`,
        key: shown === 'year' ? 'each-year' : 'today',
      }
    )
  })
  const dollars = computed(() => {
    if (sent.value === null)
      return 'the service does not say of which year the dollars are, so none are converted'
    const whose = reading.value.dollarsOf === 'notSaid' ? 'as Training computes them' : 'a setting'
    return `${names[sent.value]}, ${whose}`
  })
  return {
    dollars,
    agesDollars: computed(() =>
      prices.value === null || basis.value === null
        ? dollars.value
        : `${names[basis.value.shown]}, at prices that rise ${percent(reading.value.priceGrowth)} a year`,
    ),
    prices,
    otherDollars: computed(() => (other.value === null ? '' : names[other.value])),
    switchDollars: () => {
      if (other.value !== null) wanted.value = other.value
    },
  }
}

/** Lines below every exported chart. */
export const exportNotesOf = (isSimulated: boolean): readonly string[] => [
  ...(isSimulated ? ['Training – simulated.'] : []),
  'Hypothetical; not a guarantee. Results vary with each use and over time.',
]

/**
 * A window with less height than this, in CSS pixels, shows the chart directly below the outcome,
 * so that headline, levers and chart are visible together.
 */
export const lowWindow = 920

/**
 * Provides the state that all charts of a result share, and saves tables to files. `isLarge` returns true if charts
 * appear one at a time, so that one may be large.
 */
export const useResultBoard = (
  saved: () => SavedForecast | SavedCaseInformation,
  current: () => Board['current'],
  recommendedName: string,
  retires: () => readonly number[] = () => [],
  isLarge: () => boolean = () => false,
) => {
  const exporting = useExport()
  const { height: windowHeight } = useWindowSize()
  const simulated = computed(() => saved().environment.kind === 'training')
  const board: Board = proxyRefs({
    age: ref<number | null>(null),
    start: computed(() => (retires().length === 0 ? null : Math.max(...retires()))),
    hidden: shallowRef<ReadonlySet<string>>(new Set()),
    ...useDollars(saved, simulated),
    simulated,
    current: computed(current),
    recommendedName,
    full: fullChart,
    offersFull: true,
    height: computed(() => {
      // The constants are the height of everything around the chart. Present zooms by 1.12.
      const high = windowHeight.value / (presenting.value || fullChart.value !== null ? 1.12 : 1)
      if (fullChart.value !== null) return Math.max(240, high - 270)
      if (!isLarge()) return 240
      const around = presenting.value ? 490 : windowHeight.value < lowWindow ? 550 : 700
      return Math.min(520, Math.max(presenting.value ? 210 : 220, high - around))
    }),
    exportNotes: computed(() => exportNotesOf(simulated.value)),
    save: (table: FigureTable, title: string, format: TableFormat) =>
      void exporting.run(() =>
        ok({
          subject: 'table',
          format,
          name: `${title}${simulated.value ? ' (Training, simulated)' : ''}`,
          content: tableFile(table, format),
          recordId: saved().id,
        }),
      ),
  })
  // Another participant has other accounts, so show all of them again.
  watch(saved, (now, before) => {
    if (samePerson(now, before)) return
    board.age = null
    board.hidden = new Set()
  })
  provide(boardKey, board)
  return { board, exporting }
}
