import type { Socket } from 'node:net'

/**
 * Thrown if the bytes before an answer are not a valid interim answer. The connection is dropped.
 */
export class InterimFailure extends Error {
  override readonly name = 'InterimFailure'
}

/** The beginning of an interim answer's status line; `x` is any digit, `v` is 0 or 1. */
const pattern = 'HTTP/1.v 1xx'

/** The prefixes of the pattern, indexed by length. */
const beginnings = Array.from(
  { length: pattern.length + 1 },
  (_none, length) =>
    new RegExp(
      `^${pattern.slice(0, length).replace('.', '\\.').replace('v', '[01]').replaceAll('x', '\\d')}$`,
    ),
)

/** A status line without content, then fields; RFC 9112, sections 4 and 5. */
const wellFormed =
  /^HTTP\/1\.[01] 1\d\d(?: [^\r\n\0]*)?\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\r\n\0]*\r\n)*\r\n$/

/** Maximum total size of the interim answers that precede one answer, in bytes. */
const mostBytes = 64 * 1024

const nothing = Buffer.alloc(0)

/**
 * Removes interim answers (1xx) from the data of `socket`. RFC 9110, section 15.2, requires every
 * client to accept them, but undici ends a connection on a 100. A connection carries one request at
 * a time, so the first write after an answer is a new request. Ends the connection with {@link
 * InterimFailure} on a 101, which no request asks for, on an invalid interim answer, and on more
 * than 64 KB of interim answers.
 */
export const skipInterimAnswers = (socket: Socket): void => {
  const push = socket.push.bind(socket)
  const write = socket.write.bind(socket)
  let atStart = false
  let held: Buffer = nothing
  let skipped = 0

  const failed = (message: string) => {
    socket.destroy(new InterimFailure(message))
    return false
  }
  const handOn = () => {
    const bytes = held
    atStart = false
    held = nothing
    return bytes.length === 0 || push(bytes)
  }

  const look = () => {
    for (;;) {
      const start = held.toString('latin1', 0, pattern.length)
      if (!beginnings[start.length]?.test(start)) return handOn()
      if (skipped + held.length > mostBytes && !held.includes('\r\n\r\n')) {
        return failed(`more than ${mostBytes} bytes of interim answers`)
      }
      const end = held.indexOf('\r\n\r\n')
      const head = held.toString('latin1', 0, end < 0 ? held.length : end + 4)
      if (end < 0 ? /(?:^|[^\r])\n/.test(head) : !wellFormed.test(head))
        return failed('an interim answer is not proper HTTP')
      if (end < 0) return true
      if (start.endsWith('101'))
        return failed('it changed to another protocol (101), which nobody asked for')
      skipped += head.length
      if (skipped > mostBytes) return failed(`more than ${mostBytes} bytes of interim answers`)
      held = held.subarray(head.length)
    }
  }

  socket.push = (chunk: unknown, encoding) => {
    if (!atStart) return push(chunk, encoding)
    if (!(chunk instanceof Uint8Array)) {
      handOn()
      return push(chunk, encoding)
    }
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    return look()
  }
  socket.write = (...parts: readonly unknown[]) => {
    if (!atStart) skipped = 0
    atStart = true
    return Reflect.apply(write, undefined, [...parts]) === true
  }
}
