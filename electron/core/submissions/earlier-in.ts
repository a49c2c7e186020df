import { peopleKeys } from '#shared/participant/subject.ts'
import type { Result } from '#shared/result.ts'
import type { Environments } from '../environments/environments.ts'
import type { Library } from '../library/library.ts'
import { findEarlier, type Earlier, type Guard } from './earlier.ts'
import { serviceOf } from './prepare.ts'

/** How a list looks back in an environment, before its rows are made. */
export type EarlierIn = (
  environmentId: string,
) => (participantId: string, planIds: readonly string[]) => Promise<Result<Earlier | null>>

/** {@link findEarlier} for rows of a list of opt-outs; `guard` is asked once for each list. Fails with `environment.notFound` too. */
export const createEarlierIn =
  (needs: {
    readonly library: Pick<Library, 'receiptsAbout' | 'open'>
    readonly environments: Pick<Environments, 'get'>
    readonly pseudonymOf: (participantId: string) => string
    readonly guard: () => Guard
  }): EarlierIn =>
  (environmentId) => {
    const guard = needs.guard()
    const environment = needs.environments.get(environmentId)
    return async (participantId, planIds) => {
      if (!environment.ok) return environment
      // The body of a row is made when it is its turn; its participant and plans are enough to leave it out before.
      const likeness = { body: '', file: '', service: serviceOf(environment.value) }
      const subject = { participantId }
      const digests = peopleKeys(subject).map(needs.pseudonymOf)
      return findEarlier(
        needs.library,
        {
          environment: environment.value,
          operation: 'optout',
          subject,
          digests,
          planIds,
          likeness,
        },
        guard,
      )
    }
  }
