import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs a script in `build/`; resolves when it ends. */
export const runBuildScript = (
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string; errors: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'build', name), ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, errors] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (more: string) => (output += more))
    child.stderr.setEncoding('utf8').on('data', (more: string) => (errors += more))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output, errors }))
  })
