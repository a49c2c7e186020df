import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/**
 * A proxy that breaks an exchange on request. It reads the whole request and the whole answer
 * before it passes on as much of each as the fault allows, so that a fault always happens at the
 * same point.
 */

export const faultPhases = [
  'beforeConnect',
  'afterAccept',
  ...([1, 2, 3, 4, 5, 6, 7, 8] as const).map((part) => `request${part}` as const),
  'afterRequest',
  'statusLine',
  'headers',
  ...([1, 2, 3, 4] as const).map((part) => `body${part}` as const),
  'after',
] as const

/**
 * `cut` closes the connection, `reset` resets it, `stall` passes nothing more on, `late` stalls and
 * delivers the request after the client has given up, and `corrupt` sets the top bit of bytes. The
 * protocol's text never has that bit, so a corrupted answer never becomes a different valid answer,
 * which only TLS could detect.
 */
export const faultActs = ['cut', 'reset', 'stall', 'late', 'corrupt'] as const

export interface Fault {
  readonly phase: (typeof faultPhases)[number]
  readonly act: (typeof faultActs)[number]
}

export interface FaultProxy {
  readonly url: string
  /** Gives the next new connection this fault and this label; later connections pass unchanged. */
  readonly arm: (fault: Fault | null, label: string) => Promise<void>
  /**
   * From now on, every new connection without a fault from `arm` gets one from `choose`; `null`
   * turns this off.
   */
  readonly haunt: (choose: (() => Fault | null) | null) => void
  /** Label of the connection with this local port, as the service sees it. */
  readonly labelOf: (port: number) => string
  readonly stop: () => void
}

const headEnd = (bytes: Buffer): number => {
  const at = bytes.indexOf('\r\n\r\n')
  return at === -1 ? -1 : at + 4
}

/** Length of the first complete message in `bytes`; -1 if it is incomplete. */
const messageLength = (bytes: Buffer): number => {
  const end = headEnd(bytes)
  if (end === -1) return -1
  const length = Number(/content-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1] ?? 0)
  return bytes.length >= end + length ? end + length : -1
}

const bent = (bytes: Buffer, from: number, to: number): Buffer => {
  const copy = Buffer.from(bytes)
  for (
    let at = from;
    at < Math.max(to, from + 1) && at < copy.length;
    at += Math.max(1, (to - from) >> 2)
  ) {
    copy[at] = (copy[at] ?? 0) | 0x80
  }
  return copy
}

const portOf = (server: Server): number => {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

export const startFaultProxy = async (target: number): Promise<FaultProxy> => {
  let choosing: (() => Fault | null) | null = null
  let armed: { readonly fault: Fault | null; readonly label: string } | null = null
  const labels = new Map<number, string>()
  const open = new Set<Socket>()

  const keep = (socket: Socket): void => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
  }

  const breakOff = (fault: Fault, client: Socket, upstream: Socket | null, rest: Buffer): void => {
    if (fault.act === 'cut') {
      client.end()
      upstream?.end()
    } else if (fault.act === 'reset') {
      client.resetAndDestroy()
      upstream?.resetAndDestroy()
    } else {
      client.once('close', () => {
        if (fault.act === 'late' && upstream && rest.length > 0) upstream.write(rest)
        else upstream?.destroy()
      })
      client.resume()
    }
  }

  const passAnswer = (fault: Fault, client: Socket, upstream: Socket, answer: Buffer): void => {
    const head = headEnd(answer)
    const status = answer.indexOf('\r\n') + 2
    const quarter = (part: number): number => head + Math.floor(((answer.length - head) * part) / 4)
    const part = Number(fault.phase.slice(-1)) || 0
    const spans: Readonly<Record<string, readonly [number, number]>> = {
      afterRequest: [0, 0],
      statusLine: [0, status - 2],
      headers: [status, head - 4],
      body: [quarter(part - 1), quarter(part)],
      after: [answer.length, answer.length],
    }
    const [from, to] = spans[fault.phase.startsWith('body') ? 'body' : fault.phase] ?? [0, 0]
    if (fault.act !== 'corrupt') {
      client.write(answer.subarray(0, to), () => breakOff(fault, client, upstream, Buffer.alloc(0)))
      return
    }
    const garbage = Buffer.from([0x80, 0xff, 0x81, 0x0d, 0x0a])
    if (fault.phase === 'afterRequest') client.end(garbage)
    else
      client.end(
        fault.phase === 'after' ? Buffer.concat([answer, garbage]) : bent(answer, from, to),
      )
  }

  const serveOne = (client: Socket): void => {
    keep(client)
    const mine = armed
    armed = null
    const fault = mine === null ? (choosing?.() ?? null) : mine.fault
    if (fault?.phase === 'afterAccept') {
      if (fault.act === 'corrupt') client.end(Buffer.from([0x80, 0x81, 0x0d, 0x0a, 0x0d, 0x0a]))
      else breakOff(fault, client, null, Buffer.alloc(0))
      return
    }
    const upstream = connect(target, '127.0.0.1')
    keep(upstream)
    upstream.once('connect', () => labels.set(upstream.localPort ?? 0, mine?.label ?? ''))
    if (fault === null) {
      client.pipe(upstream)
      upstream.pipe(client)
      return
    }
    const eighth = fault.phase.startsWith('request') ? Number(fault.phase.slice(-1)) : 0
    let request = Buffer.alloc(0)
    let answer = Buffer.alloc(0)
    let isSent = false
    client.on('data', (chunk: Buffer) => {
      if (isSent) return
      request = Buffer.concat([request, chunk])
      const length = messageLength(request)
      if (length === -1) return
      isSent = true
      const cut = Math.floor((length * eighth) / 8)
      if (eighth === 0) upstream.write(request)
      else if (fault.act === 'corrupt')
        upstream.write(bent(request, Math.floor((length * (eighth - 1)) / 8), cut))
      else
        upstream.write(request.subarray(0, cut), () =>
          breakOff(fault, client, upstream, request.subarray(cut)),
        )
    })
    upstream.on('data', (chunk: Buffer) => {
      if (eighth > 0) {
        if (fault.act === 'corrupt') client.write(chunk)
        return
      }
      answer = Buffer.concat([answer, chunk])
      if (messageLength(answer) !== -1) passAnswer(fault, client, upstream, answer)
    })
    upstream.once('close', () => client.end())
    client.once('close', () => {
      if (fault.act !== 'late') upstream.destroy()
    })
  }

  const listen = (port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer({ allowHalfOpen: false }, serveOne)
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  let server: Server | null = await listen(0)
  const port = portOf(server)

  return {
    url: `http://127.0.0.1:${port}`,
    arm: async (fault, label) => {
      if (fault?.phase === 'beforeConnect') {
        server?.close()
        server = null
        return
      }
      server ??= await listen(port)
      armed = { fault, label }
    },
    haunt: (choose) => {
      choosing = choose
    },
    labelOf: (from) => labels.get(from) ?? '',
    stop: () => {
      server?.close()
      for (const socket of open) socket.destroy()
    },
  }
}
