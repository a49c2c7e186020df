import { expect, test } from 'vitest'
import { askThread } from '#electron/core/exports/pdf/ask-thread.ts'

const worker = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${code}`)}`,
  )

test('a worker that does not answer in time is ended with a failure of its own', async () => {
  await expect(askThread(worker('for (;;);'), {}, 300)).rejects.toMatchObject({
    name: 'ThreadTooSlow',
  })
})

test('an answer arrives, and a fault in the worker stays what it is', async () => {
  expect(await askThread(worker('parentPort.postMessage(7)'), {})).toBe(7)
  await expect(askThread(worker("throw new Error('torn')"), {})).rejects.toThrow('torn')
})
