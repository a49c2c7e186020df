import { expect, test } from 'vitest'
import { baseUrlProblem } from '#renderer/features/settings/environments/environment-words.ts'

test.each([
  ['', /^Enter the address/],
  ['acme', /not a complete address/],
  ['http://acme.example', /must begin with https/],
  ['ftp://acme.example', /must begin with https/],
  ['http://127.0.0.1.acme.example', /must begin with https/],
  ['https://user:pass@acme.example', /Leave user name and password out/],
  ['https://acme.example/?a=1', /Leave out everything from/],
])('the address %j is refused with its reason', (address, reason) => {
  expect(baseUrlProblem(address)).toMatch(reason)
})

test.each([
  'https://acme.example/rm',
  'http://127.0.0.1:9',
  'http://localhost:9',
  'http://[::1]:9',
])('the address %j is accepted, because it is encrypted or leads to this computer', (address) => {
  expect(baseUrlProblem(address)).toBe('')
})
