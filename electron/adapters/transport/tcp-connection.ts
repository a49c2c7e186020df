import { lookup as systemLookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Connection Attempt Delay of https://www.rfc-editor.org/rfc/rfc8305#section-5 */
const headStartMs = 250

interface Destination {
  /** A name, or an IP address with or without brackets. */
  readonly host: string
  readonly port: number
  /** For looking up the name and connecting together. */
  readonly timeoutMs: number
}

/** The error of a connection that no address accepted; `code` is that of the first address. */
export class TcpFailure extends Error {
  override readonly name = 'TcpFailure'
  readonly code: string
  /** The addresses that were tried, if the name was found. */
  readonly tried: readonly string[]

  constructor(code: string, tried: readonly string[], port: number, cause?: unknown) {
    super(tried.length === 0 ? code : `tried ${tried.join(', ')}, port ${port}`, { cause })
    this.code = code
    this.tried = tried
  }
}

type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>

const ofSystem: Lookup = (host) => systemLookup(host, { all: true, order: 'verbatim' })

/** Alternates between address families, beginning with the one that the system prefers. */
const interleaved = (addresses: readonly { address: string; family: number }[]) => {
  const first = addresses.filter(({ family }) => family === addresses[0]?.family)
  const second = addresses.filter(({ family }) => family !== addresses[0]?.family)
  return Array.from({ length: addresses.length }, (_, at) => [first[at], second[at]])
    .flat()
    .flatMap((each) => (each === undefined ? [] : [each.address]))
}

const connectTo = (host: string, port: number, race: AbortController) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true })
    const give = () => socket.destroy(new Error('another address was faster'))
    race.signal.addEventListener('abort', give, { once: true })
    socket.once('connect', () => {
      race.signal.removeEventListener('abort', give)
      race.abort()
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
  })

const codeIn = (error: unknown): string => {
  if (error instanceof AggregateError) return codeIn(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/**
 * Connects to the first of the host's addresses that accepts. Each address gets a head start over the next, and a slow
 * one goes on while others are tried (RFC 8305). Rejects with {@link TcpFailure}, with `ETIMEDOUT` after `timeoutMs`.
 */
export const openTcp = async (
  { host, port, timeoutMs }: Destination,
  lookup: Lookup = ofSystem,
): Promise<Socket> => {
  const race = new AbortController()
  const tried: string[] = []
  const connectAny = async (): Promise<Socket> => {
    const addresses = interleaved(await lookup(host.replace(/^\[|\]$/g, '')))
    const from = async (at: number): Promise<Socket> => {
      race.signal.throwIfAborted()
      const address = addresses[at] ?? host
      tried.push(address)
      const own = connectTo(address, port, race)
      if (at + 1 >= addresses.length) return own
      const failed = own.then(
        () => race.signal.throwIfAborted(),
        () => undefined,
      )
      const delay = sleep(headStartMs, undefined, { signal: race.signal })
      const next = Promise.race([failed, delay]).then(() => from(at + 1))
      return Promise.any([own, next])
    }
    return from(0)
  }
  const limit = new AbortController()
  const timeout = sleep(timeoutMs, undefined, { signal: limit.signal }).then(() => {
    throw new TcpFailure('ETIMEDOUT', tried, port)
  })
  try {
    return await Promise.race([connectAny(), timeout])
  } catch (error) {
    throw error instanceof TcpFailure ? error : new TcpFailure(codeIn(error), tried, port, error)
  } finally {
    limit.abort()
    race.abort()
  }
}
