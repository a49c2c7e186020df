import { firstPageTitle } from '#shared/report/report-parts.ts'
import type { Figure } from '#shared/figures/figure.ts'

/**
 * Collects the figures of a report, each only once, under the title of the part where it first
 * appears.
 */
export const createNotes = () => {
  const parts = new Map<string, Map<string, Figure>>([[firstPageTitle, new Map()]])
  let title: string = firstPageTitle
  return {
    /** Starts a part. Figures noted from now on belong to that part. */
    begin: (next: string) => {
      title = next
      parts.set(next, parts.get(next) ?? new Map<string, Figure>())
    },
    /** Forgets a part that has nothing to draw. */
    drop: (absent: string) => {
      parts.delete(absent)
    },
    note: (figure: Figure) => {
      const isNoted = [...parts.values()].some((figures) => figures.has(figure.id))
      if (!isNoted) parts.get(title)?.set(figure.id, figure)
    },
    all: (): readonly { readonly title: string; readonly figures: readonly Figure[] }[] =>
      [...parts]
        .filter(([, figures]) => figures.size > 0)
        .map(([name, figures]) => ({ title: name, figures: [...figures.values()] })),
  }
}
