import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { childProgram } from '#test/support/worlds/child-programs.ts'
import { diskSaidSchema, works, type DiskTask, type Way } from './disk-task.ts'

export interface DiskTally {
  faults: number
  /** What people were told, by kind of work. */
  readonly told: Record<string, Record<string, number>>
  readonly violations: string[]
}

/** Whether this computer can preload a library into a program and compile one. */
export const canFailWrites = (): boolean =>
  process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0

/** Compiles the library that fails writes, to be preloaded. */
const libraryIn = (folder: string): string => {
  const library = path.join(folder, 'io-faults.so')
  const source = fileURLToPath(new URL('io-faults.c', import.meta.url))
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-Wall', '-o', library, source, '-ldl'])
  return library
}

const wordsOf = ({ work, error, how }: Way, at: number) =>
  error === 'full'
    ? `${work} with ${at} pages left on the disk`
    : `${work}, ${error} ${how} at write ${at}`

/** Runs a program through all ways; begins it again behind a fault that ended it. */
const runWays = async (
  folder: string,
  seed: number,
  ways: readonly Way[],
  library: string,
  asDisk: (disk: string) => void = () => undefined,
): Promise<DiskTally> => {
  const tally: DiskTally = { faults: 0, told: {}, violations: [] }
  const violate = (what: string) => void tally.violations.push(what)
  const program = await childProgram('diskVictim')
  let left = [...ways]
  for (let life = 0; left.length > 0; life += 1) {
    const [dataDir, backups, exports] = ['data', 'backups', 'exports'].map((name) =>
      path.join(folder, `${name}-${life}`),
    )
    if (!dataDir || !backups || !exports) return tally
    for (const each of [dataDir, backups, exports]) mkdirSync(each, { recursive: true })
    for (const disk of [dataDir, backups]) asDisk(disk)
    const counted = path.join(folder, 'counted')
    const task: DiskTask = {
      ...{ dataDir, backups, exports, counted, seed: seed + life },
      ...{ firstNumber: life * 100_000, ways: left },
    }
    const child = spawn(process.execPath, [program, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        LD_PRELOAD: library,
        GLIDEPATH_FAULTS_BELOW: `${dataDir}:${backups}`,
        GLIDEPATH_FAULTS_COUNT: counted,
      },
    })
    let errors = ''
    let rest = ''
    const met: { readonly way: Way; readonly at: number }[] = []
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const said = diskSaidSchema.parse(JSON.parse(line))
        if (said.word === 'next') {
          met.push(said)
          continue
        }
        const { way, at, told, broken } = said
        tally.faults += 1
        const counts = (tally.told[way.work] ??= {})
        counts[told] = (counts[told] ?? 0) + 1
        for (const what of broken) violate(`${wordsOf(way, at)}: ${what} (told ${told})`)
      }
    })
    const how = await new Promise<string>((resolve) =>
      child.once('close', (code, signal) => resolve(signal ?? String(code))),
    )
    if (how === '0') return tally
    const ended = met.at(-1)
    const where = ended ? wordsOf(ended.way, ended.at) : 'at the beginning'
    violate(`${where}: the program ended with ${how}: ${errors.slice(-600)}`)
    if (!ended) return tally
    const index = left.findIndex(
      (way) =>
        way.work === ended.way.work && way.error === ended.way.error && way.how === ended.way.how,
    )
    left = left
      .slice(index)
      .map((way, at) => (at === 0 ? { ...way, from: ended.at + way.step } : way))
  }
  return tally
}

const ofFiles = ['ENOSPC', 'EIO'] as const
const hows = ['once', 'on'] as const

/** Every write of every kind of work. `isWhole` is with each error, once and from then on; otherwise these take turns. */
const everyWrite = (isWhole: boolean): readonly Way[] =>
  works.flatMap((work) => [
    ...ofFiles.flatMap((error, first) =>
      hows.map((how, second): Way => {
        const turns = isWhole ? 1 : ofFiles.length * hows.length
        const from = isWhole ? 1 : 1 + first * hows.length + second
        return { work, error, how, from, step: turns, through: null }
      }),
    ),
    ...hows.map((how): Way => ({ work, error: 'EROFS', how, from: 1, step: 1, through: null })),
  ])

/** A disk that goes bad while the program starts, and work on it. */
const everyStart: readonly Way[] = (['submit', 'remove'] as const).flatMap((work) =>
  (['EROFS', ...ofFiles] as const).map((error): Way => ({
    work,
    error,
    how: 'start',
    from: 1,
    step: 1,
    through: null,
  })),
)

/** A disk with space for a few pages, for every kind of work; a copy of the database needs more of them. */
const fullDisk: readonly Way[] = works.flatMap((work) => {
  const step = work === 'backUp' || work === 'restore' ? 24 : 4
  return hows.map((how): Way => ({ work, error: 'full', how, from: 0, step, through: 10 * step }))
})

/** Fails every write of every kind of work. */
export const failEveryWrite = async (
  folder: string,
  seed: number,
  isWhole: boolean,
): Promise<DiskTally> => {
  mkdirSync(folder, { recursive: true })
  return runWays(folder, seed, [...everyStart, ...everyWrite(isWhole)], libraryIn(folder))
}

/** Fills real disks of 8 MB, for data and for backups. Where none may be mounted, it says so and does nothing. */
export const fillDisks = async (folder: string, seed: number): Promise<DiskTally> => {
  mkdirSync(folder, { recursive: true })
  const disks: string[] = []
  const mount = (disk: string): boolean => {
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk])
    if (status === 0) disks.push(disk)
    return status === 0
  }
  const library = libraryIn(folder)
  const tried = path.join(folder, 'tried')
  mkdirSync(tried)
  try {
    if (mount(tried))
      return await runWays(folder, seed, fullDisk, library, (disk) => void mount(disk))
    console.log('No disk may be mounted here, so none was filled.')
    return { faults: 0, told: {}, violations: [] }
  } finally {
    for (const disk of disks) spawnSync('umount', ['-l', disk])
  }
}

/** A report of a run; `ms` is its duration. */
export const diskReportOf = (
  what: string,
  { faults, told, violations }: DiskTally,
  ms: number,
): string =>
  [
    `${what}: ${faults} faults, ${violations.length} broken promises; ${Math.round(ms / 1000)} s`,
    ...Object.entries(told).map(
      ([work, counts]) =>
        `  ${work}: ${Object.entries(counts)
          .map(([said, many]) => `${many} ${said}`)
          .join(', ')}`,
    ),
  ].join('\n')
