import type { Result } from '#shared/result.ts'
import type { Clock, Logger } from '../../ports.ts'
import type { Journal } from '../journal/journal.ts'
import type { Recovery } from './recover.ts'
import type { FindRow } from './row-draft.ts'

const dayMs = 86_400_000

/** Marks what the end of the last run interrupted as in doubt, then shortens the journal. Logs failures. */
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
