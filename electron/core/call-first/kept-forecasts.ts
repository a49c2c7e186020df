import { eachAtOnce } from '#shared/each-at-once.ts'
import { identityKey } from '#shared/identity-key.ts'
import type { EnvironmentStamp } from '#shared/environments/environment.ts'
import type { RecordSummary } from '#shared/records/record.ts'
import { resultsOf, type Whom } from '#shared/records/same-whom.ts'
import { lastMade, type SavedForecast } from '#shared/records/saved.ts'
import { dayOf } from '#shared/moments.ts'
import { changesNothing } from '#shared/strategy/claim-approximation.ts'
import { withoutSeries } from '#shared/strategy/statement/lists/short-answer.ts'
import type { SavedAnswer } from '#shared/strategy/statement/side.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'

/**
 * The part of a saved forecast from which its figures are computed. It is kept because the figures
 * change with the settings.
 */
export const keptOf = (saved: SavedForecast): SavedAnswer => {
  const { id, environment, subject, profile, inputs, reading } = saved
  return {
    id,
    // The time of the last run.
    savedAt: lastMade(saved),
    environment,
    subject,
    profile,
    inputs,
    claim: undefined,
    reading: {
      strategies: reading.strategies.map(withoutSeries),
      accountMappings: [],
      communicationXml: '',
      notes: [],
    },
  }
}

export type EnvironmentPlace = Pick<EnvironmentStamp, 'id' | 'place'>

export const isAt = (stamp: EnvironmentPlace, { id, place }: EnvironmentPlace): boolean =>
  stamp.id === id && stamp.place === place

/** Records opened at the same time. */
export const openedAtOnce = 4

/**
 * Finds saved forecasts without inputs by the digest of the sent data, for the same environment and
 * address. Each record is opened once; `null` marks a record that has inputs or cannot be opened.
 */
export const createKeptForecasts = (savedRecords: SavedRecords) => {
  const known = new Map<string, SavedAnswer | null>()

  const open = async (id: string) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const record = await savedRecords.open(id)
    const saved = record.ok && record.value.kind === 'forecast' ? record.value : null
    const kept = saved && changesNothing(saved) ? keptOf(saved) : null
    known.set(id, kept)
    return kept
  }

  return {
    learn: (kept: SavedAnswer): void => void known.set(kept.id, kept),

    /** The newest forecast for each of `digests`; `items` are the summaries of saved records, newest first. */
    newest: async (
      items: readonly RecordSummary[],
      digests: ReadonlySet<string>,
      place: EnvironmentPlace,
    ): Promise<ReadonlyMap<string, SavedAnswer>> => {
      const byDigest = Map.groupBy(
        items.filter(
          ({ kind, likeness, environment }) =>
            kind === 'forecast' && digests.has(likeness.file) && isAt(environment, place),
        ),
        ({ likeness }) => likeness.file,
      )
      const found = new Map<string, SavedAnswer>()
      await eachAtOnce([...byDigest], openedAtOnce, async ([digest, candidates]) => {
        for (const [at, item] of candidates.entries()) {
          const kept = await open(item.id)
          if (kept === null) continue
          found.set(digest, { ...kept, savedAt: lastMade(item) })
          for (const older of candidates.slice(at + 1)) known.delete(older.id)
          return
        }
      })
      return found
    },
  }
}

export type KeptForecasts = ReturnType<typeof createKeptForecasts>

/**
 * When somebody last talked to the person: the time of a receipt, or of the last known forecast on
 * an earlier day; null if there is neither.
 */
const talkOf = (item: RecordSummary, today: string) => {
  if (item.kind === 'receipt') return item.savedAt
  return [lastMade(item), item.savedAt].find((at) => dayOf(new Date(at)) < today) ?? null
}

/**
 * Finds the last contact with a person: the newest receipt, or the newest forecast of an earlier
 * day. A forecast made for everybody at once does not count. It tells people apart the same way as
 * `resultsOf`.
 */
export const lastTalks = (items: readonly RecordSummary[], environmentId: string, now: Date) => {
  const today = dayOf(now)
  const here = items.filter(({ environment }) => environment.id === environmentId)
  const byId = Map.groupBy(here, ({ subject }) => identityKey(subject.participantId))
  return (whom: Whom): string | null =>
    resultsOf(whom, byId.get(identityKey(whom.subject.participantId)) ?? [])
      .flatMap((item) => (item.forAll === true ? [] : (talkOf(item, today) ?? [])))
      .toSorted()
      .at(-1) ?? null
}
