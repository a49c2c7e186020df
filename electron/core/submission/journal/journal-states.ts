import type { SubmissionOutcome } from '#shared/records/receipt.ts'
import type { IntendedEntry, JournalEntry } from './journal.ts'

/**
 * `intended`: sending had not begun, so nothing was sent. `sending`: anything may have happened. An outcome: it is
 * known, but its receipt could not be kept.
 */
export interface Unresolved {
  readonly entry: IntendedEntry
  readonly state: 'intended' | 'sending' | SubmissionOutcome
}

export const outcomeOf = (
  entry: Exclude<JournalEntry, { state: 'intended' | 'sending' }>,
): SubmissionOutcome =>
  entry.state === 'settled' ? (entry.wentThrough ? 'accepted' : 'notSent') : entry.state

/** Follows the entries to the submissions for {@link Unresolved}. */
export const createOpen = () => {
  const open = new Map<string, Unresolved>()
  return {
    take: (entry: JournalEntry) => {
      const known = open.get(entry.submissionId)
      if (entry.state === 'intended') open.set(entry.submissionId, { entry, state: 'intended' })
      else if (entry.state === 'sending') {
        if (known) open.set(entry.submissionId, { entry: known.entry, state: 'sending' })
      } else if (known && entry.unkept)
        open.set(entry.submissionId, { entry: known.entry, state: outcomeOf(entry) })
      else open.delete(entry.submissionId)
    },
    /** An unreadable entry may have started any submission that had not begun. */
    takeDamaged: () => {
      for (const [id, { entry, state }] of open)
        if (state === 'intended') open.set(id, { entry, state: 'sending' })
    },
    /** Oldest first. */
    all: (): readonly Unresolved[] => [...open.values()],
  }
}

/** Follows the entries to the time and kind of each submission's last entry. */
export const createLatest = () => {
  const latest = new Map<
    string,
    { readonly at: string; readonly inDoubt: boolean; readonly listId: string | null }
  >()
  return {
    take: (entry: JournalEntry) => {
      const known = latest.get(entry.submissionId)
      // Its intent is unreadable: for a row of an existing list, only this entry says that it was begun.
      if (entry.state !== 'intended' && !known) return
      const listId =
        entry.state === 'intended' ? (entry.list?.listId ?? null) : (known?.listId ?? null)
      latest.set(entry.submissionId, { at: entry.at, inDoubt: entry.state === 'inDoubt', listId })
    },
    /** Whether anybody may still need a submission with an outcome. */
    isNeeded: (submissionId: string, before: string, isListKept: (listId: string) => boolean) => {
      const known = latest.get(submissionId)
      if (!known) return true
      return (
        known.inDoubt || known.at >= before || (known.listId !== null && isListKept(known.listId))
      )
    },
  }
}
