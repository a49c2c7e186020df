import { parentPort } from 'node:worker_threads'
import { inspect } from './inspect.ts'
import { inspectionJobSchema } from './inspection.ts'

/** Worker entry: takes a job, answers with its result. A throw ends the worker, which is a restart. */
const port = parentPort
if (!port) throw new Error('participant-worker runs as a worker thread only')

port.on('message', (job: unknown) => {
  port.postMessage(inspect(inspectionJobSchema.parse(job)))
})
port.postMessage('ready')
