import { parentPort } from 'node:worker_threads'
import { listRequestSchema } from './list-messages.ts'
import { createListTasks } from './list-task.ts'

/** Worker entry. A thrown error ends the worker; the reader restarts it. */
const port = parentPort
if (!port) throw new Error('list-worker runs as a worker thread only')

const tasks = createListTasks()
port.on('message', (message: unknown) => {
  tasks.run(listRequestSchema.parse(message), (reply) => port.postMessage(reply))
})
