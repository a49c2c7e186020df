import { expect, test } from 'vitest'
import { codeInAscii } from '../../../build/lib/in-ascii.mjs'

/** Tests that a bundle rewritten in ASCII behaves as before. */

const source = [
  `const café = 'a – b, “quoted”, 😀, \\u2013, Zürich'`,
  'const template = `– ${café.length} …`',
  'const one = /^[–—]+$/u, two = /😀/u',
  `export default { café, template, matches: [one.test('–—'), two.test('😀')], 'schlüssel': 1 } // ends – here`,
].join('\n')

const run = async (code: string): Promise<unknown> => {
  const module: unknown = await import(
    /* @vite-ignore */ `data:text/javascript;charset=utf-8,${encodeURIComponent(code)}`
  )
  return typeof module === 'object' && module !== null && 'default' in module
    ? module.default
    : undefined
}

test('strings, templates, regular expressions and names keep their meaning in ASCII', async () => {
  const written = codeInAscii(source)
  expect(written).toMatch(/^[\x00-\x7f]*$/)
  expect(await run(written)).toEqual(await run(source))
})

test('ASCII text stays unchanged', () => {
  expect(codeInAscii('const a = String.raw`\\n`')).toBe('const a = String.raw`\\n`')
})

test('a String.raw template with non-ASCII text stops the build', () => {
  expect(() => codeInAscii('const a = String.raw`–`')).toThrow('raw template')
})
