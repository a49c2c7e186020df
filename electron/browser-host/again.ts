import { spawn } from 'node:child_process'
import { z } from 'zod'
import { parseJson } from '#shared/text/parse-json.ts'

const variable = 'GLIDEPATH_AGAIN'

/** What the process before this one hands on. Only this account can read a process's environment. */
const handedOnSchema = z.strictObject({
  /** Of its pages, which connect again. */
  pageKeys: z.array(z.string()).readonly(),
  /** Whether a starter waits for the program. */
  hasStarter: z.boolean(),
})
type HandedOn = z.infer<typeof handedOnSchema>

/** What the process before this one handed on; null for a start by a person. */
export const takeHandedOn = (env: NodeJS.ProcessEnv): HandedOn | null => {
  const text = env[variable]
  Reflect.deleteProperty(env, variable)
  return text === undefined ? null : (handedOnSchema.safeParse(parseJson(text)).data ?? null)
}

/** The command line of the next process: the same port, and nothing that is for one start only. */
const argumentsOf = (given: readonly string[], port: number, open: boolean) => [
  ...given.filter((word, at) => {
    const isPort = word === '--port' || given[at - 1] === '--port' || word.startsWith('--port=')
    return !isPort && word !== '--forget-passphrase' && word !== '--no-open'
  }),
  `--port=${port}`,
  ...(open ? [] : ['--no-open']),
]

/**
 * Replaces this process with a new one that has nothing of its memory, and never returns. It keeps the process id, so that
 * signals and the starter still reach it; where the system cannot do that (Windows), a new process starts and this one ends.
 */
export const startAgain = (
  handedOn: HandedOn,
  { port, open }: { readonly port: number; readonly open: boolean },
): void => {
  const [script = '', ...given] = process.argv.slice(1)
  const words = [...process.execArgv, script, ...argumentsOf(given, port, open)]
  const env = { ...process.env, [variable]: JSON.stringify(handedOn) }
  if (process.platform !== 'win32' && process.execve) {
    process.execve(process.execPath, [process.execPath, ...words], env)
    return
  }
  spawn(process.execPath, words, { env, stdio: 'inherit', detached: true }).unref()
  process.exit(0)
}
