import { expect, test } from 'vitest'
import { readRate } from '#shared/participant/read-values.ts'

test.each([
  ['0.06', 0.06, 'is 0.06 percent; if 6 percent is meant, correct the file'],
  ['0.125', 0.125, 'is 0.125 percent; if 12.5 percent is meant, correct the file'],
  ['0', 0, ''],
  ['0.5', 0.5, ''],
  ['6', 6, ''],
  ['120', 120, 'is 120, which is not between 0 and 100 percent'],
  ['-0.06', -0.06, 'is -0.06, which is not between 0 and 100 percent'],
  ['6%', 6, 'is written “6%”; the service expects plain digits'],
])('a savings rate of %s is read as %j, with the warning “%s”', (text, value, remark) => {
  expect(readRate(text)).toEqual({ value, remark })
})
