import { parentPort, workerData } from 'node:worker_threads'
import { drawReport, type ReportWork } from './draw-report.ts'

/** Worker entry: takes what a report is made from, answers with its pages, or with the bytes of a PDF file. A throw ends the worker. */
const port = parentPort
if (!port) throw new Error('client-report-worker runs as a worker thread only')

const work: ReportWork = workerData
port.postMessage(await drawReport(work))
