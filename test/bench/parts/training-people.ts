import { account, holding, saver, today } from '#test/unit/training/engine/support/people.ts'

export const benchDay = today

/** A person with sixty years until age 95 and four accounts of three funds each. */
export const bigPerson = saver({
  dateOfBirth: '1990-01-15',
  accounts: ['A', 'B', 'C', 'D'].map((planId) =>
    account(planId, [holding('LCI01', 60_000), holding('BDI01', 40_000), holding('INI01', 10_000)]),
  ),
})
