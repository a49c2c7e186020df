import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inRoot } from './paths.mjs'
import { Stop } from './say.mjs'

/** @type {readonly { name: string, value: string | null, words: string }[]} */
const table = JSON.parse(readFileSync(inRoot('shared', 'host-options.json'), 'utf8'))

const lines = [...table, { name: 'help', value: null, words: 'show this text' }].map(
  ({ name, value, words }) => [`  --${name}${value === null ? '' : ` ${value}`}`, words],
)
const width = Math.max(...lines.map(([left = '']) => left.length))

/** Output of `npm start -- --help`: one line for each option in shared/host-options.json. */
export const help = `Usage: npm start -- [options]

${lines.map(([left = '', right]) => `${left.padEnd(width)}   ${right}`).join('\n')}`

/**
 * @typedef {{ host: 'desktop' | 'browser' | null, help: boolean, pass: string[] }} StartOptions
 * `pass` is given to the host unchanged, except that paths are made absolute
 */

/** Checks one value and makes a path absolute. @param {string} name @param {string} value @param {string} folder */
function checked(name, value, folder) {
  if (value === '' || value.startsWith('--'))
    throw new Stop(`--${name} needs a value; "npm start -- --help" lists the options.`, 2)
  if (name.endsWith('port') && (!/^\d{1,5}$/.test(value) || Number(value) > 65_535))
    throw new Stop(`--${name} needs a port between 0 and 65535, and "${value}" is none.`, 2)
  return name === 'data-dir' || name === 'provision' ? resolve(folder, value) : value
}

/** @param {readonly string[]} args @returns {Record<string, string | boolean | undefined>} */
function parsed(args) {
  try {
    const options = Object.fromEntries(
      table.map(({ name, value }) => [
        name,
        { type: /** @type {'string' | 'boolean'} */ (value === null ? 'boolean' : 'string') },
      ]),
    )
    return parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean' } } }).values
  } catch (failure) {
    const [sentence] = /** @type {Error} */ (failure).message.split(/[.\n]/)
    throw new Stop(`${sentence}; "npm start -- --help" lists the options.`, 2)
  }
}

/**
 * Options that npm took for its own: without `--`, and always from PowerShell, which removes it, npm turns
 * `--data-dir=x` into `npm_config_data_dir`.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 */
function takenByNpm(env) {
  return table.flatMap(({ name, value }) => {
    const isNo = name.startsWith('no-')
    const found = env[`npm_config_${(isNo ? name.slice(3) : name).replaceAll('-', '_')}`]
    if (found === undefined) return []
    if (value === null) return found === (isNo ? '' : 'true') ? [`--${name}`] : []
    if (found === '' || found === 'true')
      throw new Stop(
        `npm read --${name} without its value; write "npm start -- --${name}=${value}", with the sign =.`,
        2,
      )
    return [`--${name}=${found}`]
  })
}

/**
 * Reads the options after `npm start --`, and those that npm took for its own; the former take precedence. Fails with
 * exit code 2 and one sentence.
 *
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string | undefined>>} env environment variables; paths are relative to the user's
 *   folder, which npm keeps in INIT_CWD
 * @returns {StartOptions}
 */
export function readStartOptions(args, env) {
  const folder = env['INIT_CWD'] ?? process.cwd()
  const {
    help: asksForHelp = false,
    host = null,
    ...others
  } = parsed([...takenByNpm(env), ...args])
  if (host !== null && host !== 'desktop' && host !== 'browser')
    throw new Stop(`--host is either desktop or browser, and "${host}" is neither.`, 2)
  const pass = Object.entries(others).map(([name, value]) =>
    typeof value === 'string' ? `--${name}=${checked(name, value, folder)}` : `--${name}`,
  )
  return { host, help: asksForHelp === true, pass }
}
