import type { Result } from '#shared/result.ts'
import type { Environments } from '../../environments/environments.ts'
import type { Earlier } from './earlier.ts'
import { earlierThan, type LookBackNeeds } from './earlier-than.ts'
import { serviceOf } from './likeness.ts'

/** Finds earlier submissions in an environment before a list's rows are made. */
type EarlierIn = (
  environmentId: string,
) => (participantId: string, planIds: readonly string[]) => Promise<Result<Earlier | null>>

/**
 * {@link earlierThan} for rows of a list of opt-outs, with one reading of the guard for each list. Also fails with
 * `environment.notFound`.
 */
export const createEarlierIn =
  (needs: LookBackNeeds & { readonly environments: Pick<Environments, 'get'> }): EarlierIn =>
  (environmentId) => {
    const guard = needs.guard()
    const environment = needs.environments.get(environmentId)
    return async (participantId, planIds) => {
      if (!environment.ok) return environment
      // A row's body is made on its turn; participant and plans are enough to leave the row out before.
      const likeness = { body: '', file: '', service: serviceOf(environment.value) }
      return earlierThan(
        { ...needs, guard: () => guard },
        {
          environment: environment.value,
          operation: 'optout',
          subject: { participantId },
          plans: planIds.map((planId) => ({ planId })),
        },
        likeness,
      )
    }
  }
