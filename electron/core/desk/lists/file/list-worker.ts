import { parentPort } from 'node:worker_threads'
import { listRequestSchema } from './list-messages.ts'
import { createListTasks } from './list-task.ts'

/**
 * Worker entry: receives tasks on a list and answers in pieces. A thrown error ends the worker; the reader restarts it.
 */
const port = parentPort
if (!port) throw new Error('list-worker runs as a worker thread only')

const tasks = createListTasks()
port.on('message', (message: unknown) => {
  tasks.run(listRequestSchema.parse(message), (reply) => port.postMessage(reply))
})
