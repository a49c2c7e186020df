import { expect, test } from 'vitest'
import { defaultTexts } from '#electron/core/desk/default-texts.ts'
import type { DeskReason } from '#shared/desk/texts.ts'
import { deliveredAs, missingWords } from '#shared/desk/own-words.ts'

const deceased = defaultTexts.reasons.find(({ code }) => code === 'deceased')
if (deceased === undefined) throw new Error('there is no reason for a death')
/** The texts as they were before reasons had their own words. */
const older: DeskReason = { ...deceased, scripts: {}, outcomes: {} }
const missingOf = (reason: DeskReason) =>
  missingWords(defaultTexts, reason, deliveredAs(reason, defaultTexts.reasons))

test('a reason of older texts lacks everything that it is delivered with', () => {
  expect(missingOf(older)).toEqual({
    scripts: ['readBack', 'receipt', 'wrapUp'],
    outcomes: ['done', 'alreadyOut', 'notEnrolled', 'declined'],
  })
  expect(missingOf({ ...older, code: 'D', text: 'Passed away' })).not.toBeNull()
})

test('words that only repeat what is said for every reason are none of its own; others are left alone', () => {
  const { wrapUp } = defaultTexts.scripts
  const reason = {
    ...older,
    scripts: { ...deceased.scripts, wrapUp: ` ${wrapUp} ` },
    outcomes: { ...deceased.outcomes, done: 'It is done.' },
  }
  expect(missingOf(reason)).toEqual({ scripts: ['wrapUp'], outcomes: [] })
})

test('nothing is missing as delivered, nor for a reason that the program does not know', () => {
  expect(defaultTexts.reasons.map(missingOf).filter((missing) => missing !== null)).toEqual([])
  expect(missingOf({ ...older, code: 'D', notice: 'Ask for a name.' })).toBeNull()
})
