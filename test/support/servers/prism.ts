import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Prism {
  readonly url: string
  /** What Prism prints, including the reasons for refused requests. */
  readonly said: readonly string[]
  readonly stop: () => Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Prism's mock of the OpenAPI document in `file`, on a free loopback port. It is an independent program that validates
 * the requests.
 */
export const startPrism = async (file: string): Promise<Prism> => {
  const program = 'node_modules/@stoplight/prism-cli/dist/index.js'
  const options = ['--errors', '--multiprocess=false', '--host=127.0.0.1', '--port=0']
  const child = spawn(process.execPath, [program, 'mock', ...options, file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  })
  const said: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (line: string): void => {
      said.push(line)
      const address = /Prism is listening on (http:\/\/[\d.]+:\d+)/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    }
    createInterface({ input: child.stdout }).on('line', hear)
    createInterface({ input: child.stderr }).on('line', hear)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Prism ended with ${code}: ${said.join('\n')}`)))
  })
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  return { url, said, stop }
}
