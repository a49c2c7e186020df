import { expect, test } from 'vitest'
import { redactedBody } from '#electron/core/http/traffic/redacted-body.ts'
import { sentWords } from '#electron/core/http/traffic/visible-fields.ts'

/** What is passed over leaves no trace in a redacted body but its number. */

const redacted = (text: string): string => redactedBody(text, sentWords('{}'))

test('names and lists in what is passed over are not written', () => {
  const own = { a: [1], b: { c: [2] }, d: 3, e: [4], f: 5 }
  const shown = { Age: '[number, 2 characters]' }
  expect(
    JSON.parse(redacted(JSON.stringify({ Ages: [{ Age: 60 }, { Age: 61 }, own, [[own]]] }))),
  ).toEqual({
    '[name 1, 4 characters]': [shown, shown, '[2 more]'],
  })
})

test('the fields behind a nested one are counted, and nothing is added where the text ends', () => {
  expect(redacted('{"a":{"Age":1},"b":2,"c":[{"x":1,"y":[1]}],"d":4}')).toBe(
    `{
  "[name 1, 1 characters]": {
    "Age": "[number, 1 characters]"
  },
  "[name 2, 1 characters]": "[number, 1 characters]",
  "[2 more]": "…"
}`,
  )
  expect(redacted('{"a":1,"b":2,"c":3,"d":')).toBe(
    `{
  "[name 1, 1 characters]": "[number, 1 characters]",
  "[name 2, 1 characters]": "[number, 1 characters]"
}
[cut here, at character 23 of 23]`,
  )
})

test('long texts are passed over up to two million characters, and reading goes on behind them', () => {
  const long = (count: number) =>
    JSON.stringify([...Array.from({ length: count }, () => 'x'.repeat(100_000)), { Age: 60 }])
  expect(JSON.parse(redacted(long(20)))).toEqual([
    '[text, 100000 characters]',
    '[text, 100000 characters]',
    '[19 more]',
  ])
  expect(redacted(long(21))).toMatch(/\n\[cut here, at character \d+ of 2100\d\d\d\]$/)
})

test('of numbers only codes of at most three digits are shown', () => {
  expect(JSON.parse(redacted('{"code":404,"status":-12,"errorcode":1.5,"Code":4041}'))).toEqual({
    code: 404,
    status: '[number, 3 characters]',
    errorcode: '[number, 3 characters]',
    Code: '[number, 4 characters]',
  })
})

test('a number without an end is not read, and neither is what is nested without an end', () => {
  const digits = '1'.repeat(5000)
  expect(redacted(`{"Age":${digits},"Type":1}`)).toBe(
    `{\n  "Age": "[not read]"\n}\n[cut here, at character 7 of ${digits.length + 17}]`,
  )
  const nested = '{"a":1,"b":2,"c":'.repeat(20_000)
  expect(redacted(nested)).toMatch(
    /^\{\n {2}"\[name 1, 1 characters]": .*\n {2}"\[name 2, .*\n\}\n\[cut here, at character \d+ of 340000]$/,
  )
})
