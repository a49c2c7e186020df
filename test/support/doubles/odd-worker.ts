import { parentPort } from 'node:worker_threads'

/** A participant worker that hangs on `h`, crashes on `c`, fills memory on `m`, and otherwise finds nobody. */
const port = parentPort
if (!port) throw new Error('odd-worker runs as a worker thread only')

const eaten: number[][] = []

port.on('message', (job: unknown) => {
  const bytes = typeof job === 'object' && job !== null && 'bytes' in job ? job.bytes : null
  const text = typeof job === 'object' && job !== null && 'text' in job ? job.text : ''
  const wish = bytes instanceof Uint8Array ? String.fromCharCode(bytes[0] ?? 0) : text
  if (wish === 'c') throw new Error('crash on request')
  while (wish === 'h') eaten.length = 0
  while (wish === 'm') eaten.push(Array.from({ length: 100_000 }, (_, index) => index))
  port.postMessage({ ok: false, error: { code: 'participant.noParticipant', message: 'nobody' } })
})
port.postMessage('ready')
