import { parentPort } from 'node:worker_threads'
import { answerRequestSchema, readAnswer } from './read-answer.ts'

/** Worker entry: receives requests and answers with readings. A thrown error ends the worker. */
const port = parentPort
if (!port) throw new Error('answer-worker runs as a worker thread only')

port.on('message', (request: unknown) =>
  port.postMessage(readAnswer(answerRequestSchema.parse(request))),
)
