import { createTrainingService } from '#electron/training/training-service.ts'

/** The training service in a process of its own: tells its address, and its memory in bytes whenever it is asked. */
const service = createTrainingService()
const started = await service.start()
if (!started.ok) throw new Error(started.error.message)
process.on('message', () => process.send?.({ rss: process.memoryUsage().rss }))
process.once('disconnect', () => void service.stop())
process.send?.({ base: started.value })
