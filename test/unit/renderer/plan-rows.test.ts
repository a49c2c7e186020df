import { expect, test } from 'vitest'
import { chosenRows, emptyRow } from '#renderer/workspace/submission/plans/plan-rows.ts'

/** Tests which plan rows on screen are sent. */

const row = (planId: string, planType: string, serviceOption = '', chosen = true) => ({
  ...emptyRow(),
  columns: { ServiceOption: serviceOption },
  planId,
  planType,
  chosen,
})
const plansOf = (rows: ReturnType<typeof row>[]): string[] =>
  chosenRows(rows).map(({ planId, planType, columns }) =>
    [planId, planType, columns['ServiceOption']].join('/'),
  )

test('a plan that is both listed and typed is sent once, at its first position', () => {
  expect(plansOf([row('ACME', '401K'), row('OTHER', '457B'), row(' ACME', '401K ')])).toEqual([
    'ACME/401K/',
    'OTHER/457B/',
  ])
  expect(plansOf([row('ACME', '401K', '', false), row('ACME', '401K')])).toEqual(['ACME/401K/'])
})

test('plans that differ in id, type or service are all sent, and rows without a plan are not', () => {
  expect(
    plansOf([row('ACME', '401K', 'A'), row('ACME', '401K', 'B'), row('ACME', 'IRA', 'A')]),
  ).toHaveLength(3)
  expect(plansOf([row(' ', ''), row('', '401K')])).toEqual(['/401K/'])
})
