import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Gives `work` to a worker of its own and resolves with its one answer. Rejects when it throws; it ends either way. */
export const askThread = async (url: URL, work: object): Promise<unknown> => {
  const worker = new Worker(url, { workerData: work })
  try {
    const messages: readonly unknown[] = await once(worker, 'message')
    return messages[0]
  } finally {
    void worker.terminate()
  }
}
