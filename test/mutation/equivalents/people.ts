import type { Equivalent } from '../equivalents.ts'

/** Equivalents in the code for a person's rates, pay and age. */

const nothing = 'Nothing is not above 0, either; it is asked about for the types.'

export const inPeople: readonly Equivalent[] = [
  {
    file: 'shared/strategy/unusual-for.ts',
    place: "profile?.dateOfBirth ?? ''",
    changes: [["''", "'mutated'"]],
    reason: 'No text that is no date has an age.',
  },
  {
    file: 'shared/strategy/unusual-for.ts',
    place: 'salary === null || salary <= 0',
    changes: [['salary === null || salary <= 0', 'salary <= 0']],
    reason: nothing,
  },
  {
    file: 'shared/savings/own-rates.ts',
    place: 'salary === null || salary <= 0',
    changes: [['salary === null || salary <= 0', 'salary <= 0']],
    reason: nothing,
  },
]
