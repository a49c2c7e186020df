import { parentPort } from 'node:worker_threads'
import { readForecast } from '#shared/express/read/read-forecast.ts'

/** Worker entry: takes the verbatim text of a forecast, answers with its reading. A throw ends the worker. */
const port = parentPort
if (!port) throw new Error('answer-worker runs as a worker thread only')

port.on('message', (text: unknown) => {
  if (typeof text !== 'string') throw new Error('answer-worker takes text')
  port.postMessage(readForecast(text))
})
