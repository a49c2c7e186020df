import type { CheckedRow } from '#electron/core/lists/file/check-rows.ts'
import { optout } from '../worlds/submissions-house.ts'

/** A checked row of a list, ready to send. */
export const readyRow = (number: number): CheckedRow => ({
  row: number,
  line: number + 1,
  participantId: `L-${number}`,
  firstName: 'Dana',
  lastName: 'Reyes',
  plans: optout.optoutInfo,
  reason: '',
  state: 'ready',
  messages: [],
})
