import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { notesIn, type Note } from './notes.ts'

/** Results of the mutants, by mutant id. */
export interface Verdicts {
  readonly killed: Set<number>
  /** The killed mutants that only the time limit noticed. */
  readonly late: Set<number>
  /** Mutants that no test reaches. */
  readonly unreached: Set<number>
  /** Surviving mutants in code that runs while files load. */
  readonly loaded: Set<number>
}

/** Milliseconds without a note after which a process counts as hung. */
const longestSilence = 90_000

const vitest = (copy: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'build/vitest.mutation.config.ts',
      ...args,
    ],
    {
      cwd: copy,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, because a process that it started may hang.
      detached: true,
    },
  )

const endGroup = ({ pid, exitCode }: ChildProcess): void => {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL')
}

const stop = new AbortController()
const isStopped = (): boolean => stop.signal.aborted
/** Ends the current process; the results so far are reported. */
export const stopEarly = (): void => stop.abort()

/** Waits for the end of the process; kills its group when it is silent too long. */
const ended = (
  child: ChildProcess,
  notesFile: string,
): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    let output = ''
    child.stdout?.on('data', (text) => (output += String(text)))
    child.stderr?.on('data', (text) => (output += String(text)))
    const watch = setInterval(() => {
      if (Date.now() - statSync(notesFile).mtimeMs > longestSilence) endGroup(child)
    }, 2000)
    const end = (): void => endGroup(child)
    stop.signal.addEventListener('abort', end, { once: true })
    child.on('close', (code) => {
      clearInterval(watch)
      stop.signal.removeEventListener('abort', end)
      resolve({ code: code ?? 1, output })
    })
  })

/** A 'killed' note for each mutant during which the process ended or hung. */
const crashesIn = (notes: readonly Note[]): readonly Note[] => {
  const known = new Set(notes.flatMap((note) => (note.kind === 'killed' ? [note.id] : [])))
  return notes.flatMap((note, index): Note[] => {
    const next = notes[index + 1]
    if (note.kind !== 'begun' || known.has(note.id)) return []
    const isOver = (next?.kind === 'survived' || next?.kind === 'killed') && next.id === note.id
    return isOver
      ? []
      : [
          {
            kind: 'killed',
            id: note.id,
            test: note.test,
            why: 'the process ended or hung',
            late: true,
          },
        ]
  })
}

/**
 * Runs `tests` over the mutants `wanted` in the copy of the program. A file continues in a new process whenever one of its
 * mutants leaves state behind or ends the process.
 */
export const runTests = async (
  copy: string,
  tests: readonly string[],
  wanted: readonly number[],
): Promise<Verdicts> => {
  const notesFile = path.join(copy, 'notes.jsonl')
  const wantedFile = path.join(copy, 'wanted.json')
  writeFileSync(notesFile, '')
  writeFileSync(wantedFile, JSON.stringify(wanted))
  let left = tests
  let noticed = -1
  for (;;) {
    const env = {
      GLIDEPATH_MUTATION_NOTES: notesFile,
      GLIDEPATH_MUTATION_WANTED: wantedFile,
      GLIDEPATH_MUTATION_TESTS: left.join(),
    }
    const { output } = await ended(vitest(copy, [], env), notesFile)
    if (isStopped()) break
    const notes = notesIn(notesFile)
    if (notes.length === 0) throw new Error(`No test ran:\n${output}`)
    for (const crash of crashesIn(notes)) appendFileSync(notesFile, `${JSON.stringify(crash)}\n`)
    const done = new Set(
      notes.flatMap((note) => (note.kind === 'done' ? [path.relative(copy, note.file)] : [])),
    )
    left = left.filter((test) => !done.has(test))
    const now = notesIn(notesFile).filter(({ kind }) => kind === 'killed').length
    if (left.length === 0 || now === noticed) break
    noticed = now
  }
  for (const test of left)
    console.error(`${isStopped() ? 'stopped before' : 'could not be run to'} its end: ${test}`)
  const notes = notesIn(notesFile)
  const killed = new Set(notes.flatMap((note) => (note.kind === 'killed' ? [note.id] : [])))
  const reached = new Set(
    notes.flatMap((note) => (note.kind === 'reached' || note.kind === 'imported' ? note.ids : [])),
  )
  for (const note of notes)
    if (note.kind === 'passedOver') console.error(`passed over (${note.why}): ${note.test}`)
  return {
    killed,
    late: new Set(notes.flatMap((note) => (note.kind === 'killed' && note.late ? [note.id] : []))),
    unreached: new Set(wanted.filter((id) => !reached.has(id))),
    loaded: new Set(
      notes
        .flatMap((note) => (note.kind === 'imported' ? note.ids : []))
        .filter((id) => wanted.includes(id) && !killed.has(id)),
    ),
  }
}

/** Runs the tests in a new process for each surviving mutant in code that runs while files load, until one fails. */
export const runLoaded = async (
  copy: string,
  tests: readonly string[],
  { killed, loaded }: Verdicts,
): Promise<void> => {
  const notesFile = path.join(copy, 'notes.jsonl')
  if (loaded.size === 0 || isStopped()) return
  appendFileSync(notesFile, '\n')
  const asItIs = await ended(
    vitest(copy, ['--bail=1'], { GLIDEPATH_MUTATION_TESTS: tests.join() }),
    notesFile,
  )
  if (asItIs.code !== 0) {
    if (!isStopped())
      console.error(
        'The nearest tests fail as they are: what is computed while files are loaded stays undecided.',
      )
    return
  }
  for (const id of loaded) {
    if (isStopped()) return
    const env = { GLIDEPATH_MUTATION_TESTS: tests.join(), GLIDEPATH_MUTANT: String(id) }
    appendFileSync(notesFile, '\n')
    const { code } = await ended(vitest(copy, ['--bail=1'], env), notesFile)
    if (code !== 0 && !isStopped()) killed.add(id)
  }
}
