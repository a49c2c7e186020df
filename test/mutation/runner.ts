import { appendFileSync } from 'node:fs'
import {
  TestRunner,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type TestTryOptions,
} from 'vitest'
import { notesIn, wantedIn, type Note } from './notes.ts'

/**
 * Runs each test once without a mutant and notes the mutants that it reaches, then once for each surviving one in the same
 * process: loading a test file costs a hundred times as much as its test. After a noticed mutant, the test runs without one
 * again. If it then fails, the mutant left state behind, and a new process does the rest.
 */

/** The real timers, taken before a test replaces them. */
const { setTimeout: later, clearTimeout: notLater } = globalThis
const now = performance.now.bind(performance)

const notesFile = process.env['GLIDEPATH_MUTATION_NOTES'] ?? ''
/** Milliseconds; a slower test runs with no mutant. */
const longestTest = 3_000
/** Number of checks beyond a hundred times the test's usual number after which a mutant counts as an endless loop. */
const circles = 100_000

const note = (entry: Note): void => appendFileSync(notesFile, `${JSON.stringify(entry)}\n`)

/** Mutants that a test, or the end of an earlier process, noticed already. */
const over = new Set<number>()
/** Mutants, each with a test, that survived in an earlier process. */
const survived = new Set<string>()
for (const known of notesIn(notesFile)) {
  if (known.kind === 'killed' || known.kind === 'begun') over.add(known.id)
  if (known.kind !== 'survived') continue
  over.delete(known.id)
  survived.add(`${known.id} ${known.test}`)
}
const wanted = new Set(wantedIn(process.env['GLIDEPATH_MUTATION_WANTED'] ?? ''))

const state = {
  active: -1,
  asked: 0,
  limit: Infinity,
  isImporting: true,
  reached: new Set<number>(),
  atImport: new Set<number>(),
}

Object.assign(globalThis, {
  mutation__: (id: number): boolean => {
    if (state.isImporting) state.atImport.add(id)
    else state.reached.add(id)
    state.asked += 1
    if (state.active !== -1 && state.asked > state.limit) throw new Error('runs in circles')
    return id === state.active
  },
})

const activate = (id: number): void => {
  state.active = id
  state.asked = 0
  if (id === -1) delete process.env['GLIDEPATH_MUTANT']
  else process.env['GLIDEPATH_MUTANT'] = String(id)
}

const nameOf = (test: RunnerTestCase): string => `${test.file.name} > ${test.fullTestName}`

/** The next run of the current test. */
type Step =
  | { readonly kind: 'clean' }
  | { readonly kind: 'mutant'; readonly id: number }
  | { readonly kind: 'check'; readonly id: number }

class MutationRunner extends TestRunner {
  #step: Step = { kind: 'clean' }
  #left: number[] = []
  #took = 0
  #started = 0
  #isLate = false
  /** The current test has run with all its mutants. */
  #isOver = false
  /** A mutant left state behind in this process. */
  #isSpoiled = false

  /** Loads no file once every wanted mutant has a result. */
  override importFile(filepath: string, source: 'collect' | 'setup'): unknown {
    return [...wanted].every((id) => over.has(id)) ? undefined : super.importFile(filepath, source)
  }

  onCollected(_files: RunnerTestFile[]): void {
    state.isImporting = false
    note({ kind: 'imported', ids: [...state.atImport] })
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    if (this.#isSpoiled) test.mode = 'skip'
    test.repeats = Number.MAX_SAFE_INTEGER
    this.#step = { kind: 'clean' }
    this.#isOver = false
    state.reached.clear()
    activate(-1)
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    if (options.repeats > 0 && this.#step.kind !== 'check') {
      const next = this.#left.shift()
      if (next === undefined || this.#isSpoiled) {
        this.#isOver = true
        test.context.skip()
      } else {
        this.#step = { kind: 'mutant', id: next }
        note({ kind: 'begun', id: next, test: nameOf(test) })
        activate(next)
      }
    }
    this.#started = now()
    this.#isLate = false
    super.onBeforeTryTask(test, options)
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const work = async (): Promise<void> => TestRunner.getTestFn(test)()
    if (this.#step.kind === 'clean') return work()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = later(
        () => {
          this.#isLate = true
          reject(new Error('takes too long'))
        },
        1500 + this.#took * 5,
      )
    })
    return Promise.race([work(), late]).finally(() => notLater(timer))
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options)
    const { result } = test
    if (!result || this.#isOver) return
    const failed = result.state === 'fail'
    const why = result.errors?.[0]?.message.split('\n', 1)[0] ?? ''
    const name = nameOf(test)
    result.state = 'pass'
    delete result.errors
    result.attempts = []
    const step = this.#step
    if (step.kind === 'clean') {
      this.#took = now() - this.#started
      state.limit = state.asked * 100 + circles
      const isSlow = this.#took > longestTest
      if (failed || isSlow) note({ kind: 'passedOver', test: name, why: failed ? why : 'slow' })
      note({ kind: 'reached', ids: [...state.reached] })
      this.#left =
        failed || isSlow
          ? []
          : [...state.reached].filter(
              (id) => wanted.has(id) && !over.has(id) && !survived.has(`${id} ${name}`),
            )
      return
    }
    const { id } = step
    activate(-1)
    if (step.kind === 'check') {
      this.#step = { kind: 'clean' }
      if (!failed) return
      this.#isSpoiled = true
      return
    }
    note(
      failed
        ? { kind: 'killed', id, test: name, why, late: this.#isLate }
        : { kind: 'survived', id, test: name },
    )
    if (!failed) return
    over.add(id)
    this.#step = { kind: 'check', id }
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files)
    if (!this.#isSpoiled) for (const { filepath } of files) note({ kind: 'done', file: filepath })
  }

  override onAfterRunTask(test: RunnerTask): void {
    activate(-1)
    super.onAfterRunTask(test)
  }
}

// Vitest loads the default export.
export { MutationRunner as default }
