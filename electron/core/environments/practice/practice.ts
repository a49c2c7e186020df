import { fail, ok, whenOk, type Result } from '#shared/result.ts'
import type { BadDay, FaultOrder } from '#shared/training/faults.ts'
import type { Environment } from '../environment.ts'
import type { ExampleList, TrainingFaults } from '../../platform/ports.ts'

/**
 * "Practice a bad day": sets faults of the training service. Every function fails with
 * `environment.locked` unless Training is in use.
 */
export const createPractice = (
  training: TrainingFaults,
  exampleList: ExampleList,
  activeEnvironment: () => Environment,
) => {
  const state = (): Result<BadDay> =>
    activeEnvironment().kind === 'training'
      ? ok({ faults: [...training.faults.list()], ...training.counts() })
      : fail({
          code: 'environment.locked',
          message: 'This can only be practiced while Training is the environment in use.',
        })
  const after = (change: () => void): Result<BadDay> => {
    const before = state()
    if (!before.ok) return before
    change()
    return state()
  }
  return {
    state,
    set: ({ target, fault, times, after: leftAlone }: FaultOrder) =>
      after(() => training.faults.set(target, fault, times, leftAlone)),
    clear: () => after(() => training.faults.clear()),
    exampleList: () => whenOk(state(), () => ok(exampleList)),
  }
}
export type Practice = ReturnType<typeof createPractice>
