import { z } from 'zod'
import { until, type Started } from './launch.ts'

/**
 * A program started without Playwright, because Playwright makes Chromium open a port. Tests can
 * reach only main, through Node's inspector.
 */
export interface Inspected {
  /** Evaluates an expression in main; it can use `electron`. */
  readonly inMain: (code: string) => Promise<unknown>
  readonly close: () => void
}

/** Arguments that open the inspector; a packaged program's fuses ignore them. */
export const inspectorArgs: readonly string[] = ['--inspect=127.0.0.1:0']

const answerSchema = z.object({
  id: z.number(),
  result: z.object({
    result: z.object({ value: z.unknown().optional() }),
    exceptionDetails: z.object({ text: z.string() }).loose().optional(),
  }),
})

export const inspect = async (program: Started): Promise<Inspected> => {
  const address = await until(
    () => /^Debugger listening on (ws:\/\/\S+)/m.exec(program.stderr())?.[1],
    () => `main has no inspector:\n${program.stderr()}`,
  )
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')))
  })
  let last = 0
  return {
    inMain: (code) =>
      new Promise((resolve, reject) => {
        last += 1
        const id = last
        const listener = ({ data }: MessageEvent): void => {
          const answer = answerSchema.safeParse(JSON.parse(String(data)))
          if (!answer.success || answer.data.id !== id) return
          socket.removeEventListener('message', listener)
          const { result, exceptionDetails } = answer.data.result
          if (exceptionDetails === undefined) resolve(result.value)
          else reject(new Error(JSON.stringify(exceptionDetails)))
        }
        socket.addEventListener('message', listener)
        const expression = `(async (electron) => (${code}))(process.getBuiltinModule('module').createRequire(process.execPath)('electron'))`
        socket.send(
          JSON.stringify({
            id,
            method: 'Runtime.evaluate',
            params: { expression, awaitPromise: true, returnByValue: true },
          }),
        )
      }),
    close: () => socket.close(),
  }
}
