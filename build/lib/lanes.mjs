import { availableParallelism } from 'node:os'

/** Of those that mostly wait, so many run beside the one that works: each drives one program at a time. */
const waitingAtOnce = 2

/**
 * Runs steps side by side: of those that keep the cores busy by themselves one at a time, beside it at most two of those
 * that mostly wait for what they started. Each kind begins in the order given. Where there is one core, one after the other.
 *
 * @template {string} S
 * @param {readonly S[]} steps
 * @param {(step: S) => boolean} waits whether a step mostly waits
 * @param {(step: S) => Promise<void>} runStep
 * @param {number} [cores]
 * @returns {Promise<void>} once all have ended; rejects with the first failure
 */
export async function runInLanes(steps, waits, runStep, cores = availableParallelism()) {
  /** @param {S[]} left */
  const lane = async (left) => {
    for (let step = left.shift(); step !== undefined; step = left.shift()) await runStep(step)
  }
  if (cores < 2) return lane([...steps])
  const waiting = steps.filter(waits)
  await Promise.all([lane(steps.filter((step) => !waits(step))), ...Array.from({ length: waitingAtOnce }, () => lane(waiting))])
}
