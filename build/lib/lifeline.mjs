// Loaded into the browser host before it (node --import): ends it when the process that started it is gone and can pass
// on no signal any more. Standard input is a pipe that only that process holds open.
import { isMainThread } from 'node:worker_threads'

// Workers load this too, and their standard input ends at once.
if (isMainThread) {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'))
  process.stdin.on('error', () => {})
  process.stdin.resume()
  if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref()
}
