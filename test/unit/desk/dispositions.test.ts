import { expect, test } from 'vitest'
import { defaultTexts } from '#shared/desk/default-texts.ts'
import { optOutStandingSchema } from '#shared/receipt/standing.ts'
import { contradicts, fitsOf, suggestedFor } from '#shared/desk/dispositions.ts'

const offered = defaultTexts.dispositions.filter(({ unsent }) => !unsent)

test('every result has a suggested disposition that does not contradict it', () => {
  for (const standing of optOutStandingSchema.options) {
    const code = suggestedFor(offered, standing)
    const disposition = offered.find((each) => each.code === code)
    expect(disposition, standing).toBeDefined()
    if (disposition) expect(contradicts(disposition, standing), standing).toBe(false)
  }
})

test('“opted out” contradicts every result except a completed opt-out, but a disposition that is meant for any result contradicts none', () => {
  const [optedOut] = offered
  if (!optedOut) throw new Error('no disposition')
  const against = optOutStandingSchema.options.filter((standing) => contradicts(optedOut, standing))
  expect(against).toEqual(optOutStandingSchema.options.filter((standing) => standing !== 'done'))
  const survivor = offered.find(({ code }) => code === 'survivor')
  expect(survivor && fitsOf(survivor)).toEqual([])
})

test("a sponsor's setting for a disposition takes precedence over the default", () => {
  const own = {
    code: 'optedOut',
    text: 'Taken care of',
    needsNote: false,
    unsent: false,
    fits: ['alreadyOut' as const],
  }
  expect(suggestedFor([own], 'done')).toBe('')
  expect(suggestedFor([own], 'alreadyOut')).toBe('optedOut')
})
