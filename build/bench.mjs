import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inRoot, root } from './lib/paths.mjs'
import { passSignalsOn, run } from './lib/run.mjs'
import { runScript, say, Stop } from './lib/say.mjs'
import { onPinnedNode } from './lib/setup.mjs'

/**
 * @typedef {{ name: string, value: number, unit: string, ratioTo?: string, limit?: number, met: boolean }} Row
 * @typedef {{ name: string, run: () => Promise<Row[]> }} Bench
 */

/** @param {readonly string[]} args */
function readOptions(args) {
  const only = args
    .find((arg) => arg.startsWith('--only='))
    ?.slice(7)
    .split(',')
  const unknown = args.find((arg) => arg !== '--json' && !arg.startsWith('--only='))
  if (unknown !== undefined)
    throw new Stop(`npm run bench takes --json and --only=name,name, not "${unknown}".`, 2)
  return { json: args.includes('--json'), only }
}

/** @param {readonly (Row & { bench: string })[]} rows */
function table(rows) {
  const cells = [
    ['bench', 'what', 'value', 'limit', ''],
    ...rows.map((row) => [
      row.bench,
      row.name + (row.ratioTo === undefined ? '' : ` (to ${row.ratioTo})`),
      `${row.value.toFixed(row.value < 10 ? 2 : 0)} ${row.unit}`,
      row.limit === undefined ? '' : `${row.limit} ${row.unit}`,
      row.met ? 'met' : 'MISSED',
    ]),
  ]
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...cells.map((line) => (line[column] ?? '').length)),
  )
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

await runScript(async () => {
  passSignalsOn()
  const options = readOptions(process.argv.slice(2))
  const elsewhere = await onPinnedNode(fileURLToPath(import.meta.url))
  if (elsewhere !== null) return elsewhere
  const { code } = await run(process.execPath, [inRoot('build', 'build.mjs')])
  if (code !== 0) return code
  const files = globSync('test/bench/**/*.bench.ts', { cwd: root }).sort()
  const chosen = files.filter((file) => options.only?.includes(basename(file, '.bench.ts')) ?? true)
  if (chosen.length === 0)
    throw new Stop(
      `No bench of that name; there are ${files.map((file) => basename(file, '.bench.ts')).join(', ')}.`,
      2,
    )
  const rows = []
  for (const file of chosen) {
    /** @type {Bench} */
    const bench = await import(pathToFileURL(inRoot(file)).href)
    say(`Measuring ${bench.name}…`)
    for (const row of await bench.run()) rows.push({ bench: bench.name, ...row })
  }
  console.log(options.json ? JSON.stringify(rows, null, 2) : table(rows))
  return rows.every((row) => row.met) ? 0 : 1
})
