import type { Socket } from 'node:net'
import { connectAs, type SessionOwner } from '../servers/keyring-session.ts'

/**
 * Takes the bus name of the desktop's prompter on a D-Bus session, and never answers. A keyring's
 * password prompt then stays open, like a prompt hidden behind another window.
 */
export interface SilentPrompter {
  /** How many prompts were requested so far. */
  readonly asked: () => number
  /** Leaves the bus, which ends every open prompt. */
  stop(): void
}

const prompterName = 'org.gnome.keyring.SystemPrompter'
const [methodCall, methodReturn] = [1, 2]
const [path, iface, member, replySerial, destination, sender, signature] = [1, 2, 3, 5, 6, 7, 8]

const padTo = (bytes: readonly number[], boundary: number): number[] => [
  ...bytes,
  ...Array.from({ length: (boundary - (bytes.length % boundary)) % boundary }, () => 0),
]
const uint32 = (value: number): number[] => [
  value & 0xff,
  (value >>> 8) & 0xff,
  (value >>> 16) & 0xff,
  value >>> 24,
]
const text = (value: string): number[] => [
  ...uint32(value.length),
  ...Buffer.from(value, 'latin1'),
  0,
]

type Field = readonly [code: number, type: 's' | 'o' | 'u' | 'g', value: string | number]

const withField = (before: readonly number[], [code, type, value]: Field): number[] => {
  const head = [...padTo(before, 8), code, 1, type.charCodeAt(0), 0]
  if (typeof value === 'number') return [...padTo(head, 4), ...uint32(value)]
  return type === 'g'
    ? [...head, value.length, ...Buffer.from(value, 'latin1'), 0]
    : [...padTo(head, 4), ...text(value)]
}

/** A message in the D-Bus wire format, little-endian. */
const message = (
  type: number,
  serial: number,
  fields: readonly Field[],
  body: readonly number[] = [],
): Buffer => {
  const header = fields.reduce<number[]>(withField, [])
  const start = [
    'l'.charCodeAt(0),
    type,
    0,
    1,
    ...uint32(body.length),
    ...uint32(serial),
    ...uint32(header.length),
    ...header,
  ]
  return Buffer.from([...padTo(start, 8), ...body])
}

const callOfBus = (
  serial: number,
  name: string,
  fields: readonly Field[] = [],
  body: readonly number[] = [],
): Buffer =>
  message(
    methodCall,
    serial,
    [
      [path, 'o', '/org/freedesktop/DBus'],
      [iface, 's', 'org.freedesktop.DBus'],
      [member, 's', name],
      [destination, 's', 'org.freedesktop.DBus'],
      ...fields,
    ],
    body,
  )

interface Incoming {
  readonly type: number
  readonly serial: number
  readonly fields: ReadonlyMap<number, string>
  readonly size: number
}

/** The first complete message in `bytes`, or null. */
const firstIn = (bytes: Buffer): Incoming | null => {
  if (bytes.length < 16) return null
  const end = 16 + bytes.readUInt32LE(12)
  const size = Math.ceil(end / 8) * 8 + bytes.readUInt32LE(4)
  if (bytes.length < size) return null
  const fields = new Map<number, string>()
  for (let at = 16; at < end; at = Math.ceil(at / 8) * 8) {
    const [code, type] = [bytes.readUInt8(at), String.fromCharCode(bytes.readUInt8(at + 2))]
    at += 4
    if (type === 'u') at += 4
    else {
      const length = type === 'g' ? bytes.readUInt8(at) : bytes.readUInt32LE(at)
      at += type === 'g' ? 1 : 4
      fields.set(code, bytes.toString('latin1', at, at + length))
      at += length + 1
    }
  }
  return { type: bytes.readUInt8(1), serial: bytes.readUInt32LE(8), fields, size }
}

/** Reads messages from `socket` after its sign-in, and calls `on` with each. */
const listen = (socket: Socket, on: (message: Incoming) => void): void => {
  let waiting = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk])
    for (let found = firstIn(waiting); found !== null; found = firstIn(waiting)) {
      waiting = waiting.subarray(found.size)
      on(found)
    }
  })
}

const pathIn = (address: string): string => {
  const place = /unix:(path|abstract)=([^,]+)/.exec(address)
  return `${place?.[1] === 'abstract' ? '\0' : ''}${place?.[2] ?? ''}`
}

/** Joins the bus at `address`, which belongs to `owner`, and takes the prompter's name there. */
export const startSilentPrompter = (
  address: string,
  owner: SessionOwner | null,
): Promise<SilentPrompter> =>
  new Promise((resolve, reject) => {
    const socket = connectAs(owner, pathIn(address))
    let asked = 0
    socket.once('error', reject)
    socket.once('connect', () => {
      const uid = Buffer.from(String(owner?.uid ?? process.getuid?.() ?? 0)).toString('hex')
      socket.write(`\0AUTH EXTERNAL ${uid}\r\n`)
      socket.once('data', (answer) => {
        if (!answer.toString().startsWith('OK'))
          return reject(new Error(`the bus refused: ${answer.toString()}`))
        let serial = 2
        listen(socket, ({ type, serial: theirs, fields }) => {
          if (type === methodReturn && serial === 2) {
            serial += 1
            resolve({ asked: () => asked, stop: () => socket.destroy() })
          }
          if (type !== methodCall) return
          if (fields.get(member) === 'BeginPrompting') asked += 1
          serial += 1
          socket.write(
            message(methodReturn, serial, [
              [replySerial, 'u', theirs],
              [destination, 's', fields.get(sender) ?? ''],
            ]),
          )
        })
        socket.write('BEGIN\r\n')
        socket.write(callOfBus(1, 'Hello'))
        // These flags take the name from its current owner and let nobody else take it over.
        socket.write(
          callOfBus(
            2,
            'RequestName',
            [[signature, 'g', 'su']],
            [...padTo(text(prompterName), 4), ...uint32(2)],
          ),
        )
      })
    })
  })
