import { describe, expect, test } from 'vitest'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { aForecast, draw, pagesOfOne, textsOf } from './made-report.ts'
import { expectWell } from './well-laid.ts'

describe('a report with a cover or scenarios', { timeout: 120_000 }, () => {
  const named = (id: string, name: string) =>
    aForecast({
      id,
      inputs: { RetirementAge: 65 },
      scenario: { name, note: 'Said of it.', pinned: false, place: null, off: false },
    })
  const four = [
    'Leave early',
    'Leave early',
    'Save as much as the plan takes and leave',
    'Part-time',
  ].map((name, index) => ({ saved: named(`s-${index}`, name), readAs: usualReadAs }))

  test.each(['letter', 'a4'] as const)('fits on %s paper', async (paper) => {
    const made = await draw({
      paper,
      plan: named('plan', 'What Maria wants most of all, said at some length for a name'),
      compared: four,
      parts: ['cover', 'scenarios', ...pagesOfOne],
      withNote: true,
      goalMonth: 3500,
    })
    expectWell(made.pages)
    expect(made.missing).toEqual([])
    const texts = textsOf(made)
    const [cover = ''] = texts
    expect(cover).toContain('Harbor & Pine Advisors')
    expect(cover).toContain('Prepared for Maria Alvarez')
    const at = texts.findIndex((text) => text.startsWith('Scenarios side by side'))
    expect(cover).toContain(`Scenarios side by side ${at + 1}`)
    const side = texts.slice(at, at + 2).join(' ')
    // Two scenarios with the same name are told apart by a number.
    expect(side).toContain('Leave early (2)')
    expect(side).toContain('Leave early: Said of it.')
  })

  test('has a cover even without firm and logo', async () => {
    const made = await draw({ firmName: '', parts: ['cover'] })
    expectWell(made.pages)
    expect(made.pages).toHaveLength(2)
    expect(textsOf(made)[0]).toContain(`Where you stand and what changes 2`)
  })

  test('shows a single scenario on the first page only', async () => {
    const { missing } = await draw({ plan: named('plan', 'Only one'), parts: ['scenarios'] })
    expect(missing).toEqual(['scenarios'])
  })
})
