import { expect, test } from 'vitest'
import { waitingScript } from '#shared/desk/scripts.ts'

test.each([
  [5, 'a minute'],
  [60, 'a minute'],
  [120, 'two minutes'],
  [130, '3 minutes'],
])('a wait of up to %i seconds is read out as %s', (limit, most) => {
  expect(waitingScript(limit)).toContain(`It can take up to ${most}.`)
})
