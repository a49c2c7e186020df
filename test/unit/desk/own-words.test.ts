import { expect, test } from 'vitest'
import { defaultTexts } from '#electron/core/desk/default-texts.ts'
import type { DeskReason } from '#shared/desk/texts.ts'
import { deliveredAs, missingWords } from '#shared/desk/own-words.ts'

const deceased = defaultTexts.reasons.find(({ code }) => code === 'deceased')
if (deceased === undefined) throw new Error('there is no reason for a death')
/** A reason as stored before reasons had their own scripts. */
const older: DeskReason = { ...deceased, scripts: {}, outcomes: {} }
const missingOf = (reason: DeskReason) =>
  missingWords(defaultTexts, reason, deliveredAs(reason, defaultTexts.reasons))

test('a reason from older texts lacks all the scripts that its default now has', () => {
  expect(missingOf(older)).toEqual({
    scripts: ['readBack', 'receipt', 'wrapUp'],
    outcomes: ['done', 'alreadyOut', 'notEnrolled', 'declined'],
  })
  expect(missingOf({ ...older, code: 'D', text: 'Passed away' })).not.toBeNull()
})

test('a reason’s scripts count as missing only if they repeat the general ones', () => {
  const { wrapUp } = defaultTexts.scripts
  const reason = {
    ...older,
    scripts: { ...deceased.scripts, wrapUp: ` ${wrapUp} ` },
    outcomes: { ...deceased.outcomes, done: 'It is done.' },
  }
  expect(missingOf(reason)).toEqual({ scripts: ['wrapUp'], outcomes: [] })
})

test('no scripts are missing in the default texts, nor in a reason that the program does not know', () => {
  expect(defaultTexts.reasons.map(missingOf).filter((missing) => missing !== null)).toEqual([])
  expect(missingOf({ ...older, code: 'D', notice: 'Ask for a name.' })).toBeNull()
})
