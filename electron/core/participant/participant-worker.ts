import { parentPort } from 'node:worker_threads'
import { inspectParticipant } from './inspect.ts'

/** Worker entry: takes the bytes of a file, answers with an inspection. A throw ends the worker, which is a restart. */
const port = parentPort
if (!port) throw new Error('participant-worker runs as a worker thread only')

port.on('message', (bytes: unknown) => {
  if (!(bytes instanceof Uint8Array)) throw new Error('participant-worker takes bytes')
  port.postMessage(inspectParticipant(bytes))
})
port.postMessage('ready')
