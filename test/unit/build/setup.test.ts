import { expect, test } from 'vitest'
import { isInstalled } from '../../../build/lib/setup.mjs'

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/vue': { version: '3.5.45', integrity: 'sha512-vue' },
    'node_modules/keytar': { version: '7.10.6', integrity: 'sha512-keytar', optional: true },
  },
}
const { 'node_modules/vue': vue, 'node_modules/keytar': keytar } = lock.packages
const here = { os: [process.platform], cpu: [process.arch] }

test.each([
  ['everything', { 'node_modules/vue': vue, 'node_modules/keytar': { ...keytar, ...here } }],
  ['everything but an optional package', { 'node_modules/vue': vue }],
  ['more than that', { 'node_modules/vue': vue, 'node_modules/own': { version: '1.0.0' } }],
])('the scripts accept an installation that has %s in the lock file', (_what, packages) => {
  expect(isInstalled(lock, { packages })).toBe(true)
})

test.each([
  ['lacks a package', { 'node_modules/keytar': keytar }],
  ['has another version', { 'node_modules/vue': { ...vue, version: '3.5.44' } }],
  ['has other contents', { 'node_modules/vue': { ...vue, integrity: 'sha512-other' } }],
  [
    'has another version of an optional package',
    { 'node_modules/vue': vue, 'node_modules/keytar': { ...keytar, version: '7.10.5' } },
  ],
  [
    'was made for another system',
    { 'node_modules/vue': vue, 'node_modules/keytar': { ...keytar, os: ['aix'] } },
  ],
  [
    'was made for another processor',
    { 'node_modules/vue': vue, 'node_modules/keytar': { ...keytar, cpu: ['s390x'] } },
  ],
])('the scripts do not accept an installation that %s', (_what, packages) => {
  expect(isInstalled(lock, { packages })).toBe(false)
})
