import { describe, expect, test } from 'vitest'
import { loweredBySettings, loweredChecks } from '#electron/core/questions/questions.ts'
import { quoted } from '#electron/core/questions/quoted.ts'
import { defaultSettings } from '#electron/core/environments/settings/settings-store.ts'
import { askedPerson } from '#test/support/doubles/asked-person.ts'

describe('a value from outside main', () => {
  test.each([
    ['stays as it is', 'Zoë O’Neill-Ng 李', '“Zoë O’Neill-Ng 李”'],
    ['stays on one line', 'Dana\r\n\r\nEnvironment: Training', '“Dana Environment: Training”'],
    ['cannot close its quotation marks', 'x” for tests', "“x' for tests”"],
    ['cannot turn the direction of the text', 'abc\u202efed', '“abc[U+202E]fed”'],
    ['hides nothing', 'P\u200b-\u00ad1\u2062', '“P[U+200B]-[U+00AD]1[U+2062]”'],
    ['is no blank of another kind', 'a\u2003\u00a0b\u3164', '“a b[U+3164]”'],
    ['cannot overprint its line', `Z${'\u0301'.repeat(4)}`, '“Z\u0301\u0301[U+0301][U+0301]”'],
    ['is whole', 'a\ud800b', '“a\ufffdb”'],
    ['is cut with its length', 'W'.repeat(5000), `“${'W'.repeat(120)}…” (5000 characters)`],
  ])('%s', (_what, value, shown) => {
    expect(quoted(value)).toBe(shown)
  })
})

test('weaker settings are told apart from stronger ones', () => {
  const before = { ...defaultSettings, duplicateGuardDays: 30, lockAfterMinutes: 15 }
  const lowered = (patch: Parameters<typeof loweredBySettings>[1]) =>
    loweredBySettings(before, patch)
  expect(lowered({})).toEqual([])
  expect(lowered({ duplicateGuardDays: 30, lockAfterMinutes: 15 })).toEqual([])
  expect(lowered({ duplicateGuardDays: 90, lockAfterMinutes: 1 })).toEqual([])
  expect(lowered({ duplicateGuardDays: 29 })).toHaveLength(1)
  expect(lowered({ lockAfterMinutes: 16 })).toHaveLength(1)
  expect(lowered({ duplicateGuardDays: 0, lockAfterMinutes: 0 })).toEqual([
    'Asks why before the same is sent again: within 30 days → never',
    'Locks by itself: after 15 minutes → never',
  ])
  const never = { ...before, lockAfterMinutes: 0 }
  expect(loweredBySettings(never, { lockAfterMinutes: 1440 })).toEqual([])
})

test('fewer identity checks are lowered, and as many or more are not', () => {
  expect(loweredChecks('Acme', 3, 3)).toEqual([])
  expect(loweredChecks('Acme', 3, 4)).toEqual([])
  expect(loweredChecks('Acme', 3, 0)).toEqual([
    'Identity checks needed at the desk, in “Acme”: 3 → 0',
  ])
})

test('the address in a question is the one that the program would connect to', async () => {
  const { questions, asked } = askedPerson()
  const about = { kind: 'uat', name: 'Acme', clientId: 'A' } as const
  await questions.newAddress({ ...about, baseUrl: 'https://аcme.example/uat.acme.example' })
  expect(asked[0]?.facts).toContain('Address: https://xn--cme-5cd.example')
})
