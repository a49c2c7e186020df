import { resolve } from 'node:path'
import { Stop } from './say.mjs'

export const help = `Usage: npm start -- [options]

  --host=desktop|browser   where to show Glidepath (default: desktop where Electron can run, else browser)
  --port N                 port of the browser host (default: a free one)
  --no-open                do not open a window, only print the address
  --data-dir DIR           folder for settings and saved results
  --provision FILE         JSON list of environments handed out by an administrator
  --training-port N        port of the training service (default: a free one)
  --forget-passphrase      take the passphrase of the lock away first
  --help                   show this text`

/**
 * @typedef {{ host: 'desktop' | 'browser' | null, help: boolean, pass: string[] }} StartOptions
 *   `pass` goes to the host as it is, with paths made absolute
 */

/** @param {string} name @param {string} value */
function port(name, value) {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new Stop(`${name} needs a port between 0 and 65535, and "${value}" is none.`, 2)
  }
  return value
}

/**
 * Reads the options after `npm start --`. Fails with exit code 2 and one sentence.
 *
 * @param {readonly string[]} args
 * @param {string} folder relative paths start here: where the person was, which npm keeps in INIT_CWD
 * @returns {StartOptions}
 */
export function readStartOptions(args, folder) {
  /** @type {StartOptions} */
  const options = { host: null, help: false, pass: [] }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name = '', ...parts] = arg.split('=')
    const inline = parts.length > 0 ? parts.join('=') : undefined
    const value = () => {
      const found = inline ?? rest.shift()
      if (found === undefined || found === '' || (inline === undefined && found.startsWith('--'))) {
        throw new Stop(`${name} needs a value; "npm start -- --help" lists the options.`, 2)
      }
      return found
    }
    if (['--no-open', '--forget-passphrase', '--help'].includes(name) && inline !== undefined)
      throw new Stop(`${name} takes no value.`, 2)
    if (name === '--help') options.help = true
    else if (name === '--no-open' || name === '--forget-passphrase') options.pass.push(name)
    else if (name === '--port' || name === '--training-port')
      options.pass.push(`${name}=${port(name, value())}`)
    else if (name === '--data-dir' || name === '--provision')
      options.pass.push(`${name}=${resolve(folder, value())}`)
    else if (name === '--host') options.host = hostNamed(value())
    else
      throw new Stop(`"${arg}" is not an option of Glidepath; "npm start -- --help" lists them.`, 2)
  }
  return options
}

/** @param {string} name */
function hostNamed(name) {
  if (name === 'desktop' || name === 'browser') return name
  throw new Stop(`--host is either desktop or browser, and "${name}" is neither.`, 2)
}
