import { connect } from 'node:net'

const patienceMs = 3_000

/**
 * The address of an X server by its display name: a file for `:1` and `unix:1.0`, a port for `host:10.0`. `null` for
 * other text.
 *
 * @param {string} display as in DISPLAY
 */
function addressOf(display) {
  const [, host = '', number] = /^(?:\w+\/)?([^:/]*):(\d+)(?:\.\d+)?$/.exec(display) ?? []
  if (number === undefined) return null
  if (host === '' || host === 'unix') return { path: `/tmp/.X11-unix/X${number}` }
  return { host, port: 6_000 + Number(number) }
}

/** @param {import('node:net').NetConnectOpts} address @returns {Promise<boolean>} */
function answers(address) {
  return new Promise((resolve) => {
    const socket = connect({ ...address, timeout: patienceMs })
    /** @param {boolean} value */
    const end = (value) => {
      socket.destroy()
      resolve(value)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}

/**
 * Says why this machine cannot show a desktop window, regardless of what is installed; empty if it
 * can.
 *
 * @param {{ platform: string, env: NodeJS.ProcessEnv }} [machine]
 */
export async function noDisplayBecause({ platform, env } = process) {
  if (platform !== 'linux' || env['WAYLAND_DISPLAY']) return ''
  const display = env['DISPLAY']
  if (!display) return 'there is no display (DISPLAY and WAYLAND_DISPLAY are not set)'
  const address = addressOf(display)
  return address === null || (await answers(address))
    ? ''
    : `the display ${display} does not answer`
}
