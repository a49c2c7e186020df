import { parentPort, workerData } from 'node:worker_threads'
import { isObject } from '#shared/is-object.ts'
import { z } from 'zod'
import { drawReport } from './draw-report.ts'
import type { ReportInput } from './facts.ts'

/**
 * Worker entry: takes a report's input, answers with its pages, or with the bytes of a PDF file. A throw ends the
 * worker.
 */
const port = parentPort
if (!port) throw new Error('client-report-worker runs as a worker thread only')

const bytes = z.instanceof(Uint8Array)
/** The input was validated when it was opened; checking a whole forecast again would cost more than drawing it. */
const input = z.custom<ReportInput>(isObject)
const work = z
  .strictObject({
    input,
    fonts: z.strictObject({ regular: bytes, bold: bytes }),
    asFile: z.boolean(),
  })
  .parse(workerData)

port.postMessage(await drawReport(work))
