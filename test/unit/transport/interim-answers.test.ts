import { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { skipInterimAnswers } from '#electron/adapters/transport/interim-answers.ts'

/**
 * Tests which bytes are removed before an answer, however they are divided into packets, and which
 * bytes are never removed.
 */

const seed = 20_261_120
const proceed = 'HTTP/1.1 100 Continue\r\n\r\n'
const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno'
/** An interim answer of this many bytes. */
const interim = (bytes: number): string => {
  const [start, end] = ['HTTP/1.1 103 Early Hints\r\nLink: ', '\r\n\r\n']
  return `${start}${'a'.repeat(bytes - start.length - end.length)}${end}`
}
const most = 64 * 1024

/** A socket that records the data passed on and the reason for its end. */
class Wire extends Socket {
  handedOn: (string | null)[] = []
  written: unknown[] = []
  takesMore = true
  ended: string | null = null
  override push(chunk: unknown): boolean {
    this.handedOn.push(chunk instanceof Uint8Array ? Buffer.from(chunk).toString('latin1') : null)
    return this.takesMore
  }
  override write(...parts: unknown[]): boolean {
    this.written.push(parts[0])
    return this.takesMore
  }
  override destroy(error?: Error): this {
    this.ended ??= error?.message ?? 'ended'
    return this
  }
  get text(): string {
    return this.handedOn.join('')
  }
}

const open = () => {
  const wire = new Wire()
  skipInterimAnswers(wire)
  const come = (...packets: readonly string[]): void => {
    for (const packet of packets) wire.push(Buffer.from(packet, 'latin1'))
  }
  return { wire, come, ask: (part = 'a request') => wire.write(part) }
}
/** The wire after a request was sent and `packets` were received. */
const after = (...packets: readonly string[]): Wire => {
  const { wire, come, ask } = open()
  ask()
  come(...packets)
  return wire
}

test('interim answers are removed and the rest is passed on byte for byte, however it is divided', () => {
  const one = fc.constantFrom(
    proceed,
    'HTTP/1.0 102 \r\n\r\n',
    'HTTP/1.1 199\r\nX-Y: z\r\nA:\r\n\r\n',
    'HTTP/1.1 103 x\r\n\r\n',
  )
  const rest = fc.constantFrom(
    final,
    'HTTP/2 200',
    'HTTP/1.1 2',
    'x',
    'HTTP/1x1 100 Continue\r\n\r\n',
    'HTTP/1.2 100 C\r\n\r\n',
    'HTTP/1.1 1xx C\r\n\r\n',
    '\r\n',
    `${final}${proceed}`,
  )
  fc.assert(
    fc.property(
      fc.array(one, { maxLength: 4 }),
      rest,
      fc.array(fc.nat(120), { maxLength: 8 }),
      (before, answer, cuts) => {
        const whole = before.join('') + answer
        const places = [
          ...new Set([0, ...cuts.filter((cut) => cut < whole.length), whole.length]),
        ].toSorted((a, b) => a - b)
        const packets = places.slice(1).map((end, index) => whole.slice(places[index], end))
        const wire = after(...packets)
        expect([wire.text, wire.ended]).toEqual([answer, null])
        expect(wire.handedOn).not.toContain('')
      },
    ),
    { seed, numRuns: 2000 },
  )
})

test('an answer of any size may arrive in one packet with the interim answer before it', () => {
  const large = final + 'x'.repeat(200_000)
  expect(after(proceed + large)).toMatchObject({ text: large, ended: null })
})

describe('reading stops, and nothing is delivered,', () => {
  test.each([
    ['at once on a bare line feed, without waiting for an end', 'HTTP/1.1 100 Continue\n'],
    ['on an invalid field', 'HTTP/1.1 100 Continue\r\nno colon\r\n\r\n'],
    ['on an invalid status line', 'HTTP/1.1 1000 Continue\r\n\r\n'],
  ])('%s', (_what, text) => {
    expect(after(text)).toMatchObject({ text: '', ended: 'an interim answer is not proper HTTP' })
  })

  test('on a change of protocol', () => {
    expect(after('HTTP/1.1 101 Switching Protocols\r\n\r\n').ended).toContain('(101)')
    expect(after('HTTP/1.1 110 Odd\r\n\r\n', final)).toMatchObject({ text: final, ended: null })
  })

  test('if interim answers exceed 64 KB, whether one or many, complete or not', () => {
    const full = 'more than 65536 bytes of interim answers'
    expect(after(interim(most), final)).toMatchObject({ text: final, ended: null })
    expect(after(interim(most + 1), final).ended).toBe(full)
    const half = interim(most + 100)
    expect(after(half.slice(0, most)).ended).toBeNull()
    expect(after(half.slice(0, most + 1)).ended).toBe(full)
    const many = Array.from({ length: 64 }, () => interim(1024))
    expect(after(...many, final)).toMatchObject({ text: final, ended: null })
    expect(after(...many, proceed).ended).toBe(full)
    expect(after(...many, proceed + final)).toMatchObject({ text: '', ended: full })
  })

  test('if interim answers exceed 64 KB in total before one answer, a count that only the next request restarts', () => {
    const same = open()
    same.ask('head')
    same.come(interim(40_000))
    same.ask('more of the body')
    same.come(interim(40_000))
    expect(same.wire.ended).not.toBeNull()
    const next = open()
    next.ask()
    next.come(interim(40_000), final)
    next.ask()
    next.come(interim(40_000), final)
    expect(next.wire).toMatchObject({ text: final + final, ended: null })
  })
})

test('bytes before a request or after the beginning of its answer are left alone', () => {
  const { wire, come, ask } = open()
  come(proceed)
  expect(wire.text).toBe(proceed)
  ask()
  come(final, proceed)
  expect(wire.text).toBe(proceed + final + proceed)
})

test('if the stream ends within an interim answer, the bytes held back are passed on, and then the end', () => {
  const { wire, come, ask } = open()
  ask()
  come('HTTP/1.1 10')
  expect(wire.handedOn).toEqual([])
  wire.push(null)
  expect(wire.handedOn).toEqual(['HTTP/1.1 10', null])
  const nothing = open()
  nothing.ask()
  nothing.wire.push(null)
  expect(nothing.wire.handedOn).toEqual([null])
})

test('a caller is told whether more data can be accepted', () => {
  const { wire, ask, come } = open()
  expect(ask()).toBe(true)
  wire.takesMore = false
  expect(ask()).toBe(false)
  expect(wire.push(Buffer.from(final))).toBe(false)
  expect(wire.written).toEqual(['a request', 'a request'])
  ask()
  // More data must arrive before anything can be passed on.
  expect(wire.push(Buffer.from('HTTP'))).toBe(true)
  come('/1.1 100 Continue\r\n\r\n')
  expect(wire.text).toBe(final)
})
