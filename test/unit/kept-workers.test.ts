import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createKeptWorker, type KeptWorker } from '#electron/workers/kept-workers.ts'

const open: KeptWorker[] = []
afterEach(async () => {
  for (const worker of open.splice(0)) await worker.stop()
})

const root = new URL('../../', import.meta.url)
/** A worker that evaluates `body` for each job, with `job` and `tell` in scope. */
const workerOf = (body: string, before = ''): KeptWorker => {
  const code = `
    import { z } from '${new URL('node_modules/zod/index.js', root)}'
    import { serveJobs } from '${new URL('electron/workers/serve-jobs.ts', root)}'
    ${before}
    let jobs = 0
    serveJobs(z.number(), async (job, tell) => { jobs += 1; ${body} })`
  const worker = createKeptWorker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
  open.push(worker)
  return worker
}
const counts = z.number()

test('jobs are done one after another by the same worker', async () => {
  const worker = workerOf('return job * 10 + jobs')
  expect(await Promise.all([1, 2, 3].map((job) => worker.ask(job, counts)))).toEqual([11, 22, 33])
})

test('the pieces that a worker sends arrive in order, before its answer', async () => {
  const pieces: unknown[] = []
  const worker = workerOf('for (let piece = 0; piece < job; piece += 1) tell(piece); return job')
  expect(await worker.ask(3, counts, { onPiece: (piece) => pieces.push(piece) })).toBe(3)
  expect(pieces).toEqual([0, 1, 2])
})

test.each([
  [
    'throws (the error keeps its type)',
    "throw new RangeError('torn')",
    { name: 'RangeError', message: 'torn' },
  ],
  ['throws later', "await null; throw new Error('torn')", { message: 'torn' }],
  ['ends', 'process.exit(0)', { message: 'the worker ended' }],
  ['does not answer in time', 'for (;;);', { name: 'WorkerTooSlow' }],
  ['gives an invalid answer', "return 'text'", { name: 'ZodError' }],
])(
  'a job is rejected if its worker %s, and the next job gets a new worker',
  async (_what, body, error) => {
    const worker = workerOf(`if (job === 0) { ${body} } return jobs`)
    expect(await worker.ask(1, counts)).toBe(1)
    await expect(worker.ask(0, counts, { limitMs: 300 })).rejects.toMatchObject(error)
    expect(await worker.ask(1, counts)).toBe(1)
  },
)

test("the time to load a worker does not count toward a job's time limit", async () => {
  const slow = 'await new Promise((resolve) => setTimeout(resolve, 1_000))'
  expect(await workerOf('return job', slow).ask(7, counts, { limitMs: 500 })).toBe(7)
})

test('stopping a worker rejects its job', async () => {
  const worker = workerOf('await new Promise(() => setInterval(() => {}, 1_000))')
  const asked = worker.ask(1, counts)
  setTimeout(() => void worker.stop(), 100)
  await expect(asked).rejects.toThrow('the worker ended')
})
