import { parentPort } from 'node:worker_threads'
import { answerRequestSchema, readAnswer } from './read-answer.ts'

/** Worker entry: takes what is to be read, answers with its reading. A throw ends the worker. */
const port = parentPort
if (!port) throw new Error('answer-worker runs as a worker thread only')

port.on('message', (request: unknown) =>
  port.postMessage(readAnswer(answerRequestSchema.parse(request))),
)
