import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Gives `work` to a new worker and resolves with its one answer. Rejects if it throws; the worker ends either way. */
export const askThread = async (url: URL, work: object): Promise<unknown> => {
  const worker = new Worker(url, { workerData: work })
  try {
    const messages: readonly unknown[] = await once(worker, 'message')
    return messages[0]
  } finally {
    void worker.terminate()
  }
}
