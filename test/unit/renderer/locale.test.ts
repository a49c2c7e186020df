import { afterEach, expect, test, vi } from 'vitest'
import { locale } from '#renderer/lib/locale.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['en-US', 'en-US'],
  ['de', 'de'],
  ['en-US@posix', 'en-US'],
  ['de_DE.UTF-8', 'de-DE'],
  ['C', 'en-US'],
  ['', 'en-US'],
  ['zh_TW@radical', 'zh-TW'],
])('a computer set to %j writes numbers as in %s', (language, used) => {
  vi.stubGlobal('navigator', { language })
  expect(locale()).toBe(used)
  expect(() => new Intl.NumberFormat(locale())).not.toThrow()
})
