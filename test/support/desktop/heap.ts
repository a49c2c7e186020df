import type { CDPSession, Page } from 'playwright-core'

/** The page's memory as V8 sees it, after garbage collection. */
export const heapOf = async (page: Page): Promise<string> => {
  const devTools: CDPSession = await page.context().newCDPSession(page)
  try {
    let snapshot = ''
    devTools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
      snapshot += chunk
    })
    await devTools.send('HeapProfiler.enable')
    for (let rounds = 0; rounds < 3; rounds += 1) await devTools.send('HeapProfiler.collectGarbage')
    await devTools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    return snapshot
  } finally {
    await devTools.detach()
  }
}
