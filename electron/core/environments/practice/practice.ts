import { fail, ok, type Result } from '#shared/result.ts'
import type { BadDay, FaultOrder } from '#shared/training/faults.ts'
import type { Environment } from '../environment.ts'
import type { ExampleList, TrainingFaults } from '../../ports.ts'

/** Practice for a bad day: faults of the training service, while Training is in use. */
export interface Practice {
  /** The chosen faults, how often each happened, and the calls to the service. Fails with `environment.locked`. */
  state(): Result<BadDay>
  /** Fails with `environment.locked`. */
  set(order: FaultOrder): Result<BadDay>
  /** Ends all faults; the counts stay. Fails with `environment.locked`. */
  clear(): Result<BadDay>
  /** The example people as a list of opt-outs. Fails with `environment.locked`. */
  exampleList(): Result<ExampleList>
}

export const createPractice = (
  training: TrainingFaults,
  exampleList: ExampleList,
  activeEnvironment: () => Environment,
): Practice => {
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
    set: ({ target, fault, times, after: leftAlone }) =>
      after(() => {
        training.faults.set(target, fault, times, leftAlone)
      }),
    clear: () =>
      after(() => {
        training.faults.clear()
      }),
    exampleList: () => {
      const inUse = state()
      return inUse.ok ? ok(exampleList) : inUse
    },
  }
}
