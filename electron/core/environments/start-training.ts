import type { Logger } from '../ports.ts'
import { trainingId } from './environment.ts'
import type { Environments } from './environments.ts'

/** Starts the training service if Training is in use. Logs a failed start; never rejects because of one. */
export const startTraining = async (
  environments: Pick<Environments, 'active' | 'use'>,
  logger: Logger,
): Promise<void> => {
  if (environments.active().kind !== 'training') return
  const started = await environments.use(trainingId)
  if (!started.ok) logger.error(`training service: ${started.error.message}`)
}
