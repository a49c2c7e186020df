import type { RecordSummary } from '#shared/records/record.ts'
import type { Likeness } from '#shared/records/receipt.ts'
import { peopleKeys, type Subject } from '#shared/participant/subject.ts'

/** Participant and content of a submission, if known; an empty text matches nothing. */
export interface ReceiptsAbout
  extends Pick<Likeness, 'body' | 'file'>, Pick<Subject, 'participantId' | 'among'> {
  /** Keyed digests of the same participants. */
  readonly digests?: readonly string[]
}

/**
 * Lines of saved records by id, and receipts by participant and content, so that one among thousands is found at once.
 */
interface SummaryIndex {
  has(id: string): boolean
  get(id: string): RecordSummary | undefined
  all(): Iterable<RecordSummary>
  set(item: RecordSummary): void
  delete(id: string): void
  /** Receipts with the same participant (also inside a file), body or file, each once. */
  receiptsAbout(about: ReceiptsAbout): readonly RecordSummary[]
}

const keysOf = ({ body, file, digests = [], ...whom }: ReceiptsAbout): readonly string[] => [
  ...peopleKeys(whom).map((person) => `participant ${person}`),
  ...digests.map((digest) => `digest ${digest}`),
  ...(body === '' ? [] : [`body ${body}`]),
  ...(file === '' ? [] : [`file ${file}`]),
]

const aboutOf = ({ subject, likeness }: RecordSummary): ReceiptsAbout => ({
  ...subject,
  body: likeness.body,
  file: likeness.file,
  digests: likeness.people ?? [],
})

export const createSummaryIndex = (): SummaryIndex => {
  const items = new Map<string, RecordSummary>()
  const byKey = new Map<string, Set<string>>()

  const remove = (id: string): void => {
    const item = items.get(id)
    if (!item) return
    items.delete(id)
    for (const key of keysOf(aboutOf(item))) {
      const ids = byKey.get(key)
      ids?.delete(id)
      if (ids?.size === 0) byKey.delete(key)
    }
  }

  return {
    has: (id) => items.has(id),
    get: (id) => items.get(id),
    all: () => items.values(),
    set: (item) => {
      remove(item.id)
      items.set(item.id, item)
      if (item.kind !== 'receipt') return
      for (const key of keysOf(aboutOf(item)))
        byKey.set(key, (byKey.get(key) ?? new Set<string>()).add(item.id))
    },
    delete: remove,
    receiptsAbout: (about) => {
      const ids = new Set(keysOf(about).flatMap((key) => [...(byKey.get(key) ?? [])]))
      return [...ids].flatMap((id) => items.get(id) ?? [])
    },
  }
}
