import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { equivalents, isSame } from '#test/mutation/equivalents.ts'
import { instrument, type Mutant } from '#test/mutation/instrument.ts'

/** Every listed equivalent must still be a change of the present code: an outdated entry could hide another one. */

const mutantsOf = new Map<string, readonly Mutant[]>()
const mutantsIn = (file: string): readonly Mutant[] => {
  const known = mutantsOf.get(file) ?? instrument(file, readFileSync(file, 'utf8'), 0).mutants
  mutantsOf.set(file, known)
  return known
}

test.each(equivalents)('$file: $place', (entry) => {
  const there = mutantsIn(entry.file)
  const gone = entry.changes.filter(
    (change) => !there.some((mutant) => isSame({ ...entry, changes: [change] }, mutant)),
  )
  expect(gone).toEqual([])
  expect(entry.reason).toMatch(/^[A-Z].*\.$/)
})
