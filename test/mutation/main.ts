import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRandom } from '#test/torture/random.ts'
import { equivalents, isSame } from './equivalents.ts'
import { instrument, type Mutant } from './instrument.ts'
import { testsThatReach } from './reach.ts'
import { runLoaded, runTests, stopEarly, type Verdicts } from './run-tests.ts'

/**
 * `npm run mutate -- <files>`: changes each file in many places and shows the changes that no fast test notices.
 * `--sample=N --seed=S` draws N changes, `--near=N` runs only the N test files nearest to each file by imports, and
 * `--tests=a,b` runs only those.
 */

const root = process.cwd()
const args = process.argv.slice(2)
const option = (name: string): string | undefined =>
  args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
const files = args
  .filter((arg) => !arg.startsWith('--'))
  .map((file) => path.relative(root, path.resolve(file)).replaceAll('\\', '/'))
const missing = files.find((file) => !existsSync(path.join(root, file)))
if (files.length === 0 || missing !== undefined) {
  console.error(
    missing === undefined
      ? 'Name the files to change: npm run mutate -- electron/core/express/express-client.ts'
      : `There is no file ${missing}.`,
  )
  process.exit(2)
}
/** Number of nearest test files that run in a new process for each change to code that runs while a file loads. */
const nearest = 8
const seed = Number(option('seed') ?? Math.floor(Math.random() * 2 ** 31))

/** `count` mutants drawn by the seed, in the order of the files. */
const sampleOf = (mutants: readonly Mutant[], count: number): readonly Mutant[] => {
  const random = createRandom(seed)
  const drawn = mutants
    .map((mutant) => ({ mutant, lot: random() }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, count)
  return drawn.map(({ mutant }) => mutant).toSorted((a, b) => a.id - b.id)
}

const oneLine = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ')
  return flat.length > 110 ? `${flat.slice(0, 110)}…` : flat
}
const wordsOf = ({ file, line, column, original, replacement }: Mutant): string =>
  `${file}:${line}:${column}  ${oneLine(original)}  →  ${replacement === '' ? 'left out' : oneLine(replacement)}`

const isEquivalent = (mutant: Mutant): boolean => equivalents.some((known) => isSame(known, mutant))

const report = (mutants: readonly Mutant[], { killed, late, unreached }: Verdicts): void => {
  const survivors = mutants.filter(({ id }) => !killed.has(id))
  for (const mutant of mutants.filter(({ id }) => late.has(id)))
    console.log(`time   ${wordsOf(mutant)}`)
  for (const mutant of survivors.filter((each) => !isEquivalent(each))) {
    console.log(`${unreached.has(mutant.id) ? 'UNRUN ' : 'LIVES '} ${wordsOf(mutant)}`)
  }
  for (const file of files) {
    const of = mutants.filter((mutant) => mutant.file === file)
    const alive = survivors.filter((mutant) => mutant.file === file)
    const same = alive.filter(isEquivalent)
    const timed = of.filter(({ id }) => late.has(id))
    console.log(
      `${file}: ${of.length} changes, ${of.length - alive.length} noticed (${timed.length} by the time limit), ` +
        `${same.length} change nothing, ${alive.length - same.length} survive`,
    )
  }
  process.exitCode = survivors.every(isEquivalent) ? 0 : 1
}

// Signals come twice: from the terminal, and from the script that started this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopEarly)

const copy = mkdtempSync(path.join(tmpdir(), 'glidepath-mutation-'))
try {
  for (const folder of ['electron', 'shared', 'renderer', 'build', 'test', 'docs']) {
    cpSync(path.join(root, folder), path.join(copy, folder), {
      recursive: true,
      filter: (from) => !from.includes('artifacts'),
    })
  }
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'electron-builder.yml'])
    cpSync(path.join(root, file), path.join(copy, file))
  for (const folder of ['node_modules', 'dist'])
    if (existsSync(path.join(root, folder)))
      symlinkSync(path.join(root, folder), path.join(copy, folder))

  const all: Mutant[] = []
  for (const file of files) {
    const { text, mutants } = instrument(
      file,
      readFileSync(path.join(root, file), 'utf8'),
      all.length,
    )
    writeFileSync(path.join(copy, file), text)
    all.push(...mutants)
  }
  const sample = option('sample')
  const mutants = sample === undefined ? all : sampleOf(all, Number(sample))
  if (sample !== undefined)
    console.log(`${mutants.length} of ${all.length} changes, seed ${seed} (--seed)`)
  const named = option('tests')?.split(',')
  const nearTo = (file: string, count: number): readonly string[] =>
    named ?? testsThatReach([file], root).slice(0, count)
  const near = new Set(files.flatMap((file) => nearTo(file, Number(option('near') ?? Infinity))))
  const tests = named ?? testsThatReach(files, root).filter((test) => near.has(test))
  const verdicts = await runTests(
    copy,
    tests,
    mutants.map(({ id }) => id),
  )
  for (const file of files) {
    const own = new Set(mutants.filter((mutant) => mutant.file === file).map(({ id }) => id))
    await runLoaded(copy, nearTo(file, nearest), {
      ...verdicts,
      loaded: new Set([...verdicts.loaded].filter((id) => own.has(id))),
    })
  }
  report(mutants, verdicts)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
