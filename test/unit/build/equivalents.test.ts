import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { equivalents } from '#test/mutation/equivalents.ts'
import { instrument, type Mutant } from '#test/mutation/instrument.ts'

/** What is said to change nothing is a change that the program still has: an entry that has outlived its line could hide another. */

const mutantsOf = new Map<string, readonly Mutant[]>()
const mutantsIn = (file: string): readonly Mutant[] => {
  const known = mutantsOf.get(file) ?? instrument(file, readFileSync(file, 'utf8'), 0).mutants
  mutantsOf.set(file, known)
  return known
}

test.each(equivalents)('$file: $line', ({ file, line, changes, reason }) => {
  const there = mutantsIn(file)
    .filter(({ source }) => source.includes(line))
    .map(({ original, replacement }) => [original, replacement])
  expect(there).toEqual(expect.arrayContaining(changes.map((change) => [...change])))
  expect(reason).toMatch(/^[A-Z].*\.$/)
})
