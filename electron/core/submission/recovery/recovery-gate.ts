import { fail, ok, type Result } from '#shared/result.ts'
import type { Clock, Logger } from '../../platform/ports.ts'
import type { Journal } from '../journal/journal.ts'
import type { FindRow, Recovery } from './recover.ts'

/**
 * Nothing is sent until the outcome of the last run's submissions is known. Once `recover` succeeds, it is not called
 * again, because this run then has its own submissions under way. Rows that were recovered without the keychain get
 * their names as soon as it is back: a receipt without a name would guard nobody.
 */
export const createRecoveryGate = (
  { recover, nameRows }: Recovery,
  knowsEarlier: () => Promise<boolean>,
) => {
  let again: (() => Promise<Result<void>>) | null = null
  let unnamed: FindRow | null = null
  let trying: Promise<Result<void>> | null = null

  const attempt = async (find: FindRow) => {
    const isLasting = await knowsEarlier()
    const done = await recover(find)
    again = done.ok ? null : () => attempt(find)
    unnamed = isLasting ? null : find
    return done
  }

  const nameLater = async (): Promise<Result<void>> => {
    if (unnamed === null || !(await knowsEarlier())) return ok(undefined)
    const named = await nameRows(unnamed)
    if (named.ok) unnamed = null
    return named
  }

  const catchUp = async (): Promise<Result<void>> => {
    const done = again === null ? ok(undefined) : await again()
    return done.ok ? nameLater() : done
  }

  return {
    recover: attempt,
    /** Retries what failed before. Fails with `submission.unaccounted` until the retry succeeds. */
    pass: async (): Promise<Result<void>> => {
      if (again === null && unnamed === null) return ok(undefined)
      trying ??= catchUp().finally(() => {
        trying = null
      })
      const done = await trying
      if (done.ok) return done
      return fail({
        code: 'submission.unaccounted',
        message: 'What became of earlier submissions could not be looked up, so nothing was sent.',
        advice: 'Free some disk space or check the data folder, then send it again.',
        details: done.error.message,
      })
    },
  }
}

const dayMs = 86_400_000

/** Marks as in doubt what the end of the last run interrupted, then shortens the journal. Logs failures. */
export const afterLastRun = async (needs: {
  readonly submissions: Pick<Recovery, 'recover'>
  readonly rowOf: FindRow
  readonly lists: { readonly idsOnDisk: () => Promise<Result<ReadonlySet<string>>> }
  readonly journal: Pick<Journal, 'shorten'>
  readonly clock: Clock
  readonly logger: Logger
}): Promise<void> => {
  const { submissions, rowOf, lists, journal, clock, logger } = needs
  const recovered = await submissions.recover(rowOf)
  const kept = recovered.ok ? await lists.idsOnDisk() : recovered
  const aDayAgo = new Date(clock.now() - dayMs).toISOString()
  const shortened = kept.ok ? await journal.shorten(aDayAgo, (id) => kept.value.has(id)) : kept
  if (!shortened.ok) logger.error(`journal of submissions: ${shortened.error.message}`)
}
