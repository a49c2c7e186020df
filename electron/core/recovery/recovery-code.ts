import { invalidField, ok, type Result } from '#shared/result.ts'
import { keyBytes } from '../records/aead.ts'

/** The 32 digits of Crockford's Base32: no I, L, O and U (https://www.crockford.com/base32.html). */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const dataDigits = 4
const groups = 13
/** 52 digits have 260 bits; the last four bits are 0. */
const unusedBits = 4n

/** Multiplies by x in the field of 32 elements modulo x⁵ + x² + 1. */
const timesX = (value: number) => (value << 1) ^ (value & 16 ? 0b100101 : 0)

/**
 * The check digit of the data digits of group `number`, counted from 0. It is never the same if one digit differs, two
 * neighbors are swapped, or the digits belong to another group.
 */
const checkOf = (data: string, number: number) =>
  digits.charAt(
    Array.from(data).reduce((sum, digit) => timesX(sum ^ digits.indexOf(digit)), number + 1),
  )

/** A 256-bit code as 13 groups: four digits and their check digit each, joined by hyphens. */
export const writeCode = (code: Uint8Array): string => {
  const whole = BigInt(`0x${Buffer.from(code).toString('hex')}`) << unusedBits
  const data = Array.from(whole.toString(32).padStart(groups * dataDigits, '0'), (digit) =>
    digits.charAt(Number.parseInt(digit, 32)),
  ).join('')
  return Array.from({ length: groups }, (_, number) => {
    const group = data.slice(number * dataDigits, (number + 1) * dataDigits)
    return `${group}${checkOf(group, number)}`
  }).join('-')
}

const wrong = (message: string) => invalidField(message, 'code')

/** Groups as typed, if there are as many as there should be; otherwise the same characters in groups of five. */
const groupsIn = (typed: string): readonly string[] => {
  const text = typed.toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  const parts = text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')
  return parts.length === groups ? parts : (parts.join('').match(/.{1,5}/gu) ?? [])
}

/**
 * The code that a person typed, in any case and with any separators; O counts as 0, and I and L as 1. Fails with
 * `input.invalid`, and names the first wrong group.
 */
export const readCode = (typed: string): Result<Uint8Array> => {
  const found = groupsIn(typed)
  for (const [number, group] of found.slice(0, groups).entries()) {
    const data = group.slice(0, dataDigits)
    const isRight =
      group.length === dataDigits + 1 &&
      Array.from(data).every((digit) => digits.includes(digit)) &&
      group.endsWith(checkOf(data, number))
    if (!isRight)
      return wrong(`Group ${number + 1} of ${groups} is wrong. Compare it with the page.`)
  }
  if (found.length !== groups)
    return wrong(
      `The code has ${groups} groups of five characters; ${found.length === 1 ? '1 was' : `${found.length} were`} typed.`,
    )
  const data = found.map((group) => group.slice(0, dataDigits)).join('')
  const whole = Array.from(data).reduce(
    (sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)),
    0n,
  )
  if (whole % (1n << unusedBits) !== 0n)
    return wrong(`Group ${groups} of ${groups} is wrong. Compare it with the page.`)
  const hex = (whole >> unusedBits).toString(16).padStart(keyBytes * 2, '0')
  return ok(Buffer.from(hex, 'hex'))
}
