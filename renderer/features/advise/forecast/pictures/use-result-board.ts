import { computed, provide, ref, shallowRef, watch } from 'vue'
import type { SavedCaseInformation, SavedForecast } from '#shared/records/saved.ts'
import { boardKey, type Board } from '../../../../charts/board.ts'
import { tableFile } from '../../../../charts/figures.ts'
import { ok } from '#shared/result.ts'
import { fullPicture, presenting } from '../../../../ui/present.ts'
import { useExport, type Exporting } from '../../../../lib/use-export.ts'
import { useDollars } from './use-dollars.ts'
import { lowWindow, useWindowHeight } from './use-window-height.ts'

interface ResultBoard {
  readonly saved: () => SavedForecast | SavedCaseInformation
  readonly current: () => Board['current']['value']
  readonly recommendedName: () => string
  readonly retires: () => readonly number[]
  /** Whether charts appear one at a time, so that one may be large. */
  readonly isLarge: () => boolean
}

/** Provides the state that all charts of a result share, and the file of a saved table. */
export const useResultBoard = ({
  saved,
  current,
  recommendedName,
  retires,
  isLarge,
}: ResultBoard): { readonly board: Board; readonly exporting: Exporting } => {
  const exporting = useExport()
  const windowHeight = useWindowHeight()
  const simulated = computed(() => saved().environment.kind === 'training')
  const board: Board = {
    age: ref(null),
    start: computed(() => (retires().length === 0 ? null : Math.max(...retires()))),
    hidden: shallowRef(new Set<string>()),
    ...useDollars(saved),
    simulated,
    current: computed(current),
    recommendedName: computed(recommendedName),
    full: fullPicture,
    offersFull: true,
    height: computed(() => {
      // Height of everything around the chart; Present enlarges it by its zoom.
      const high = windowHeight.value / (presenting.value || fullPicture.value !== null ? 1.12 : 1)
      if (fullPicture.value !== null) return Math.max(240, high - 270)
      if (!isLarge()) return 240
      const around = presenting.value ? 490 : windowHeight.value < lowWindow ? 550 : 700
      return Math.min(520, Math.max(presenting.value ? 210 : 220, high - around))
    }),
    exportNotes: computed(() => [
      ...(simulated.value ? ['Training – simulated.'] : []),
      'Hypothetical; not a guarantee. Results vary with each use and over time.',
    ]),
    save: (table, title, format) =>
      void exporting.run(() =>
        ok({
          subject: 'table',
          format,
          name: `${title}${simulated.value ? ' (Training, simulated)' : ''}`,
          content: tableFile(table, format),
          recordId: saved().id,
        }),
      ),
  }
  // Another participant has other accounts to hide; the view stays.
  watch(
    () => saved().subject.participantId,
    () => {
      board.age.value = null
      board.hidden.value = new Set()
    },
  )
  provide(boardKey, board)
  return { board, exporting }
}
