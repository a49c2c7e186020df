import { parentPort } from 'node:worker_threads'
import { inspect } from './inspect.ts'
import { inspectionJobSchema } from './inspection.ts'

/** Worker entry. A thrown error ends the worker; the inspector restarts it. */
const port = parentPort
if (!port) throw new Error('participant-worker runs as a worker thread only')

port.on('message', (job: unknown) => {
  port.postMessage(inspect(inspectionJobSchema.parse(job)))
})
port.postMessage('ready')
