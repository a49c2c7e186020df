import { randomBytes, randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCode, writeCode } from '#electron/core/recovery/recovery-code.ts'
import { valueOf } from '#test/support/results.ts'

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const replaced = (text: string, at: number, by: string) =>
  `${text.slice(0, at)}${by}${text.slice(at + 1)}`
const said = (typed: string) => {
  const read = readCode(typed)
  return read.ok ? 'right' : read.error.message
}

test('a code has 13 groups of five characters, and is read in whatever form it is typed', () => {
  for (const code of [randomBytes(32), new Uint8Array(32), new Uint8Array(32).fill(255)]) {
    const written = writeCode(code)
    expect(written).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){12}$/)
    const bare = written.replaceAll('-', '')
    const ways = [
      written,
      written.toLowerCase(),
      ` ${written.replaceAll('-', '  ')}\n`,
      bare,
      bare.replace(/(.{7})/g, '$1 '),
      written.replaceAll('0', 'o').replaceAll('1', 'l'),
      written.replaceAll('0', 'O').replaceAll('1', 'i'),
    ]
    for (const way of ways) expect(valueOf(readCode(way))).toEqual(Buffer.from(code))
  }
})

test('every wrong character, swapped neighbor and swapped group is noticed, and the group is named', () => {
  const written = writeCode(randomBytes(32))
  for (let at = 0; at < written.length; at += 1) {
    if (written[at] === '-') continue
    const group = `Group ${Math.floor(at / 6) + 1} of 13 is wrong.`
    for (const digit of digits)
      if (digit !== written[at]) expect(said(replaced(written, at, digit))).toContain(group)
    const next = written[at + 1] ?? '-'
    if (next === '-' || next === written[at]) continue
    const swapped = replaced(replaced(written, at, next), at + 1, written[at] ?? '')
    expect(said(swapped)).toContain(group)
  }
  const groups = written.split('-')
  const at = randomInt(12)
  const order = groups.map((group, index) =>
    index === at ? groups[at + 1] : index === at + 1 ? groups[at] : group,
  )
  expect(said(order.join('-'))).toContain(`Group ${at + 1} of 13 is wrong.`)
})

test('a code that is too short or too long is refused', () => {
  const groups = writeCode(randomBytes(32)).split('-')
  expect(said(groups.slice(0, 12).join('-'))).toBe(
    'The code has 13 groups of five characters; 12 were typed.',
  )
  expect(said([...groups, groups[0]].join(' '))).toContain('14 were typed')
  expect(said(groups.with(6, groups[6]?.slice(1) ?? '').join(' '))).toContain('Group 7 of 13')
  expect(said('')).toContain('0 were typed')
})
