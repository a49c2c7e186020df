import { createTrainingService } from '#electron/training/training-service.ts'

/** The training service as its own process: sends its address, and its memory in bytes on request. */
const service = createTrainingService()
const started = await service.start()
if (!started.ok) throw new Error(started.error.message)
process.on('message', () => process.send?.({ rss: process.memoryUsage().rss }))
process.once('disconnect', () => void service.stop())
process.send?.({ base: started.value })
