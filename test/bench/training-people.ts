import { account, holding, saver, today } from '#test/unit/training/engine/support/people.ts'

export const benchDay = today

/** Sixty years to the age of 95, four accounts with three funds each. */
export const bigPerson = saver({
  dateOfBirth: '1990-01-15',
  accounts: ['A', 'B', 'C', 'D'].map((planId) =>
    account(planId, [holding('LCI01', 60_000), holding('BDI01', 40_000), holding('INI01', 10_000)]),
  ),
})
