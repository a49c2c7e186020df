import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inRoot } from './lib/paths.mjs'
import { passSignalsOn } from './lib/run.mjs'
import { runScript, Stop } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'

/**
 * @typedef {{ name: string, bytes: Uint8Array, encoding: string, people: number }} PeopleFile
 * @typedef {{ peopleFiles: (count: number, seed: string) => readonly PeopleFile[] }} Generator
 * @typedef {{ randomPeople: (count: number, seed: string) => readonly object[] }} People
 * @typedef {{ listFiles: (people: readonly object[]) => readonly { name: string, bytes: Uint8Array }[] }} Lists
 */

const usage =
  'npm run people takes --count N (1 to 100000), --seed TEXT (letters and digits), --out FOLDER, and --csv for lists of opt-outs too.'

/** @param {readonly string[]} all */
function readOptions(all) {
  const csv = all.includes('--csv')
  const args = all.filter((arg) => arg !== '--csv')
  const given = new Map([
    ['count', '100'],
    ['seed', '1'],
    ['out', inRoot('test', 'artifacts', 'people')],
  ])
  const words = args.flatMap((arg) =>
    /^--\w+=/.test(arg) ? [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)] : [arg],
  )
  for (let index = 0; index < words.length; index += 2) {
    const name = words[index]?.replace(/^--/, '') ?? ''
    const value = words[index + 1]
    if (!words[index]?.startsWith('--') || !given.has(name) || value === undefined)
      throw new Stop(usage, 2)
    given.set(name, value)
  }
  const count = Number(given.get('count'))
  const seed = given.get('seed') ?? ''
  if (!Number.isInteger(count) || count < 1 || count > 100_000 || !/^[A-Za-z0-9]{1,20}$/.test(seed))
    throw new Stop(usage, 2)
  return { count, seed, out: resolve(given.get('out') ?? ''), csv }
}

await runScript(async () => {
  passSignalsOn()
  const { count, seed, out, csv } = readOptions(process.argv.slice(2))
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  /** @type {Generator} */
  const generator = await import(
    pathToFileURL(inRoot('test', 'support', 'people', 'people-files.ts')).href
  )
  const files = generator.peopleFiles(count, seed)
  await mkdir(out, { recursive: true })
  for (const { name, bytes } of files) await writeFile(join(out, name), bytes)
  if (csv) {
    /** @type {People} */
    const { randomPeople } = await import(
      pathToFileURL(inRoot('test', 'support', 'people', 'random-people.ts')).href
    )
    /** @type {Lists} */
    const { listFiles } = await import(
      pathToFileURL(inRoot('test', 'support', 'people', 'list-files.ts')).href
    )
    const lists = listFiles(randomPeople(count, seed))
    for (const { name, bytes } of lists) await writeFile(join(out, name), bytes)
    console.log(`The same people as lists of opt-outs: ${lists.map(({ name }) => name).join(', ')}`)
  }
  const several = files.filter(({ people }) => people > 1).length
  console.log(
    `${count} invented people in ${files.length} files (${several} of them of several people), seed ${seed}: ${out}`,
  )
  return 0
})
