import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const read = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

const parentOf = (pid: number): number =>
  Number(/^PPid:\t(\d+)$/m.exec(read(pid, 'status'))?.[1] ?? 0)

/** A process and all its descendants, by process id. Only on Linux. */
export const familyOf = (pid: number): readonly number[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(all.map((each) => [each, parentOf(each)]))
  const belongs = (each: number): boolean => {
    const parent = parents.get(each)
    return each === pid || (parent !== undefined && parent > 1 && belongs(parent))
  }
  return all.filter(belongs)
}

/** A process's arguments and environment, which every process of the same user can read. */
export const publicTextOf = (pid: number): string =>
  `${read(pid, 'cmdline')}\n${read(pid, 'environ')}`

export const argumentsOf = (pid: number): readonly string[] => read(pid, 'cmdline').split('\0')

/** The main processes of desktop programs on a data folder. Only on Linux. */
export const mainsOn = (dataDir: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const words = argumentsOf(pid)
      return words.includes(dataDir) && !words.some((word) => word.startsWith('--type='))
    })

const socketsOf = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      const socket = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1]
      return socket === undefined ? [] : [socket]
    })
  } catch {
    return []
  }
}

/**
 * Returns `address:port` from the kernel's notation, which has the address's four bytes in reverse
 * order.
 */
const addressOf = (written: string): string => {
  const [address = '', port = ''] = written.split(':')
  const bytes =
    address.length === 8
      ? (address.match(/../g) ?? [])
          .toReversed()
          .map((byte) => Number.parseInt(byte, 16))
          .join('.')
      : address
  return `${bytes}:${Number.parseInt(port, 16)}`
}

/** Addresses on which the processes accept TCP connections. */
export const listeningOf = (pids: readonly number[]): readonly string[] => {
  const own = new Set(pids.flatMap(socketsOf))
  const listening = '0A'
  return ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/net/${name}`, 'latin1')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .flatMap(([, local = '', , state, , , , , , inode = '']) =>
        state === listening && own.has(inode) ? [addressOf(local)] : [],
      ),
  )
}
