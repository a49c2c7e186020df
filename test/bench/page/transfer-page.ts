import { pickBridge } from '#renderer/ipc/bridge.ts'
import { createClient } from '#renderer/ipc/client.ts'
import { watchLoop } from '../parts/loop-probe.ts'

/** The page of the transfer bench: the program's bridge and client in either host, without a screen. */

declare global {
  interface Window {
    measureTransfer: (id: string) => Promise<{ readonly ms: number; readonly blockedMs: number }>
  }
}

const pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms))
const client = createClient(pickBridge())

window.measureTransfer = async (id) => {
  const probe = watchLoop()
  await pause(10)
  const started = performance.now()
  const answer = await client.call('records.open', { id })
  const ms = performance.now() - started
  await pause(10)
  const blockedMs = probe.end()
  if (!answer.ok || answer.value.kind !== 'forecast') throw new Error('no forecast came')
  const [strategy] = answer.value.reading.strategies
  const column = strategy?.percentiles[0]?.incomeSources[0]?.values
  if (!(column instanceof Float64Array) || column.length === 0)
    throw new Error('what came is not usable')
  return { ms, blockedMs }
}
