import { parentPort } from 'node:worker_threads'
import { listRequestSchema } from './list-messages.ts'
import { createListTasks } from './list-task.ts'

/** Worker entry: takes tasks on a list, answers in pieces. A throw ends the worker, which is a restart. */
const port = parentPort
if (!port) throw new Error('list-worker runs as a worker thread only')

const tasks = createListTasks()
port.on('message', (message: unknown) => {
  tasks.run(listRequestSchema.parse(message), (reply) => port.postMessage(reply))
})
