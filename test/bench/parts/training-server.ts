import { createTrainingService } from '#electron/training/training-service.ts'

/**
 * Runs the training service as its own process and sends its address to the parent process. The
 * optional argument is how many milliseconds an opt-out takes.
 */
const milliseconds = Number(process.argv[2] ?? 0)
const service = createTrainingService({ secret: 'training' })
const started = await service.start()
if (!started.ok) throw new Error(started.error.message)
if (milliseconds > 0) service.faults.set('optout', { kind: 'delay', milliseconds }, 1e9)
process.once('disconnect', () => void service.stop())
process.send?.({ base: started.value })
