import { describe, expect, test } from 'vitest'
import type { Strategy } from '#shared/express/reading.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { paperSizes } from '#shared/report/page-model.ts'
import { defaultDisclosure } from '#shared/report/report-settings.ts'
import {
  currentStrategy,
  emptyPercentile,
  emptyStrategy,
  mix,
  revisedStrategy,
  sampleForecast,
  series,
} from '../strategy/sample-forecast.ts'
import { lawNote } from '#shared/training/assumptions.ts'
import { firmLaw2027 } from '#test/support/samples/firm-law.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { aForecast, draw, readBack, textsOf } from './made-report.ts'
import { expectWell } from './well-laid.ts'

/** An answer with `many` accounts in as many plans, which differ only in their names. */
const withAccounts = (many: number) => {
  const ids = Array.from(
    { length: many },
    (_, index) => `ACCT-${String(index + 1).padStart(6, '0')}`,
  )
  const widened = (strategy: Strategy): Strategy => ({
    ...strategy,
    advisableMixes: ids.map((accountId, index) => ({
      accountId,
      mix: mix({ LargeCap: 40 + index / 2, Bond: 60 - index / 2 }),
    })),
    investmentSelections: ids.map((accountId) => ({
      accountId,
      rows: strategy.investmentSelections[0]?.rows ?? [],
    })),
    savingsRateDetail: ids.map((account, index) => ({
      account,
      components: [
        {
          planId: `PLAN${index}`,
          type: 'Pretax',
          value: 0.2,
          isRoth: false,
          numberOfYears: 20,
          dollarAmount: 180,
        },
      ],
    })),
    percentiles: strategy.percentiles.map((entry) => ({
      ...entry,
      incomeSources: ids.map((id, index) =>
        series(id, 'AccountIncome', {
          ages: Float64Array.from([67, 68, 69]),
          values: Float64Array.from([900 + index, 900, 900]),
        }),
      ),
    })),
  })
  return aForecast({
    reading: {
      ...sampleForecast,
      strategies: [widened(currentStrategy), widened(revisedStrategy)],
      accountMappings: ids.map((accountId, index) => ({
        accountId,
        planId: `PLAN-WITH-A-LONG-NAME-${index}`,
        planType: '401K',
      })),
    },
  })
}

const withStrategies = (...strategies: Strategy[]) =>
  aForecast({ reading: { ...sampleForecast, strategies, accountMappings: [] } })

describe('every page', { timeout: 120_000 }, () => {
  test.each(['letter', 'a4'] as const)(
    'has the size of %s paper, the disclosure, a page number, and a note that it is simulated',
    async (paper) => {
      const made = await draw({ paper }, true)
      const { sheets, info, fonts } = readBack(made.bytes)
      expect(sheets.length).toBeGreaterThanOrEqual(6)
      expect(info).toContain(`${paperSizes[paper].width} x ${paperSizes[paper].height} pts`)
      expect(fonts).toMatch(/NotoSans\S*\s+.*yes yes yes/)
      for (const [index, sheet] of sheets.entries()) {
        const flat = sheet.replace(/\s+/g, ' ')
        expect(flat).toContain(`Page ${index + 1} of ${sheets.length}`)
        expect(flat).toContain(defaultDisclosure)
        expect(flat).toMatch(/Training –\s+simulated/)
        expect(flat).toMatch(/harbor & pine advisors/i)
        expect(flat).not.toContain('Glidepath')
      }
      expectWell(made.pages)
    },
  )

  test("has the firm’s own disclosure before ours, however long the firm's is, and ours cannot be switched off", async () => {
    const own =
      `Ours begins. ${'Past results say nothing of what is to come, nor do these. '.repeat(26)}Ours ends.`.slice(
        0,
        1600,
      )
    const { pages } = await draw({ disclosure: own })
    expectWell(pages)
    for (const text of textsOf({ pages })) {
      const flat = text.replace(/\s+/g, ' ')
      expect(flat).toContain('Ours begins.')
      expect(flat).toContain(defaultDisclosure)
    }
  })

  test('names the last of several identical runs, and how many there were', async () => {
    const today = aForecast({ runs: 11, lastRunAt: '2026-11-23T15:13:00.000Z' })
    const all = textsOf(await draw({ today }))
      .join(' ')
      .replace(/\s+/g, ' ')
    expect(all).toMatch(
      /Today forecast of November 23, 2026, \d+:13 [AP]M, the last of 11 runs Training/,
    )
    expect(all).not.toContain('simulated them on November 22')
  })

  test("with Training's assumptions names the years of law with which the answer was computed, not today's", async () => {
    const note = `<X><Note>${lawNote(firmLaw2027)}</Note></X>`
    const today = aForecast({ communication: { text: note, encoding: 'xml' } })
    const text = textsOf(await draw({ today }))
      .join(' ')
      .replace(/\s+/g, ' ')
    expect(text).toContain(lawNote(firmLaw2027))
    expect(text).toContain('limits of savings 2027 (from your firm)')
    expect(text).not.toContain('the newest those of')
  })

  test('does not mention Training if the answer is not simulated, and says what the answer leaves open', async () => {
    const { pages } = await draw({
      today: aForecast({ environment: { id: 'p', name: 'Acme', kind: 'production' } }),
      readAs: { today: usualReadAs, plan: usualReadAs, source: 'Acme' },
    })
    for (const text of textsOf({ pages })) {
      expect(text).not.toMatch(/simulated on|Training/)
      expect(text).toMatch(/does not say whether they are before or after\s+tax/)
    }
  })
})

describe('the participant', { timeout: 120_000 }, () => {
  test('may have a long name, which continues on the next line, or a non-Latin name, which is printed as letters or as code points', async () => {
    const name =
      'Łukasz Maximilian Αλέξανδρος Щукин-Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Langenburg 中村'
    const made = await draw(
      {
        today: aForecast({ subject: { participantId: 'P-1', name } }),
        firmName:
          'A firm whose name is as long as the program lets anybody type, some eighty signs',
      },
      true,
    )
    expectWell(made.pages)
    for (const text of textsOf(made))
      expect(text).toContain(name.replace('中村', '[U+4E2D][U+6751]'))
    const read = readBack(made.bytes).text.normalize('NFC')
    for (const part of [
      'Łukasz',
      'Αλέξανδρος'.normalize('NFC'),
      'Щукин-Wolfeschlegelsteinhausenbergerdorff',
      '[U+4E2D][U+6751]',
    ])
      expect(read).toContain(part)
  })

  test('has an advisor whose name is on the cover, with title and phone, and at the foot of every page', async () => {
    const advisor = { name: 'Dana Whitfield', contact: 'Senior advisor · 555 0100' }
    const [cover = '', ...others] = textsOf(await draw({ advisor, parts: ['cover', 'income'] }))
    expect(cover).toContain('Prepared by Dana Whitfield')
    expect(cover).toContain('Senior advisor · 555 0100')
    for (const text of others) expect(text).toContain('Prepared by Dana Whitfield')
    expect(textsOf(await draw({ parts: ['cover'] })).join()).not.toContain('Prepared by')
  })

  test('may have doubtful input, which is reported under the headline and among the assumptions', async () => {
    const profile = aProfile({ salary: -5 })
    const made = await draw({ today: aForecast({ profile }), parts: ['assumptions'] })
    const [first = '', ...others] = textsOf(made)
    expect(first).toContain('Doubtful: The participant has a negative salary, −$5.')
    expect(others.join(' ')).toContain('The participant has a negative salary, −$5.')
    expectWell(made.pages)
  })

  test('has no complete identifier in a masked report, and complete ones otherwise', async () => {
    const [hidden, shown] = [
      await draw({ today: withAccounts(2) }, true),
      await draw({ today: withAccounts(2), masked: false }, true),
    ]
    expect(readBack(hidden.bytes).text).not.toMatch(/P-100482|ACCT-00000/)
    expect(readBack(hidden.bytes).text).toContain('••••0482')
    expect(readBack(shown.bytes).text).toContain('P-100482')
  })

  test('may have forty accounts, which take as many pages as they need', async () => {
    const { pages, missing } = await draw({ today: withAccounts(40) })
    expect(missing).toEqual([])
    expectWell(pages)
    const all = textsOf({ pages }).join(' ')
    for (const index of [0, 19, 39]) expect(all).toContain(`PLAN-WITH-A-LONG-NAME-${index} 401(k)`)
    expect(all).toContain('35 other accounts')
  })
})

describe('an answer', { timeout: 120_000 }, () => {
  const bare = (type: string, income: number): Strategy => ({
    ...emptyStrategy(type),
    retirementAge: 67,
    percentiles: [emptyPercentile(50, income)],
  })

  test('with only average markets and no goal is shown without a bar, a result or an invented line', async () => {
    const today = withStrategies(bare('Current', 48_000), bare('Revised', 60_000))
    const { pages, missing } = await draw({ today: { ...today, profile: null } })
    expectWell(pages)
    const [first = ''] = textsOf({ pages })
    expect(first).toContain('The recommended plan brings $5,000 a month if markets are average.')
    expect(first).toContain('Your goal in retirement is not known yet.')
    expect(first).toContain('Recommended: The answer has no income by source for this strategy.')
    expect(first).not.toMatch(/[Yy]our goal \$|short|reaches/)
    expect(first).not.toContain('Income, poor markets')
    expect([...missing].toSorted()).toEqual(['funds', 'income', 'mix', 'wealth'])
    const bars =
      pages[0]?.blocks.filter(({ role }) => role === 'figure').flatMap(({ marks }) => marks) ?? []
    expect(bars.some((mark) => mark.kind === 'rect' && mark.width > 60 && mark.height > 10)).toBe(
      false,
    )
  })

  test('without an income has a sentence instead of a chart', async () => {
    const { pages } = await draw({
      today: { ...withStrategies(emptyStrategy('Current')), profile: null },
    })
    expectWell(pages)
    expect(textsOf({ pages })[0]).toContain('No retirement income is known yet.')
  })

  test("whose income differs from the after-tax income in the chart has a note under the chart's heading", async () => {
    // The sample's sources add up to its income of 58,260 a year; its taxes are 12% of that.
    const [before = ''] = textsOf(await draw())
    expect(before.replace(/\s+/g, ' ')).toContain(
      'The income of $4,855 is before taxes: what you keep at 67 is $4,272.',
    )
    const untaxed = (strategy: Strategy): Strategy => ({
      ...strategy,
      percentiles: strategy.percentiles.map((entry) => ({
        ...entry,
        taxes: { ages: new Float64Array(), values: new Float64Array() },
      })),
    })
    const [same = ''] = textsOf(
      await draw({ today: withStrategies(untaxed(currentStrategy), untaxed(revisedStrategy)) }),
    )
    expect(same).not.toMatch(/what you keep|The service puts/)
  })

  test('without yearly figures for the chosen retirement age is shown as one block, and never with another strategy’s chart', async () => {
    const rows = [
      { Age: 67, Income: 51_840 },
      { Age: 65, Income: 46_000 },
    ]
    const current = {
      ...currentStrategy,
      percentiles: currentStrategy.percentiles.map((entry) => ({
        ...entry,
        retirementIncomeAtVariousRetirementAges: rows,
      })),
    }
    const plan = aForecast({
      id: 'plan',
      inputs: { RetirementAge: 65 },
      reading: {
        ...sampleForecast,
        strategies: [current, { ...revisedStrategy, retirementAge: 65 }],
      },
    })
    const { pages } = await draw({ plan, goalMonth: 3500 })
    const [first = '', second = ''] = textsOf({ pages })
    expectWell(pages)
    expect(first).toMatch(
      /You already reach your goal\. Retiring at 65 takes away \$[\d,]+ a month and leaves \$333 to spare/,
    )
    expect(first).toContain('What you chose, average markets (50th percentile')
    expect(first).not.toContain('Recommended, average markets')
    expect(first).toMatch(/For retiring at 65 the answer has one figure for all\s+years/)
    expect(second).toMatch(/What changes .*Retirement age 67 65 −2 years/)
  })

  test("for a scenario is shown under the advisor's name for it, and with the note only if the note is ticked", async () => {
    const scenario = {
      name: 'Leave early',
      note: 'Wants to travel.\nHer id is P-100482.',
      pinned: false,
      place: null,
      off: false,
    }
    const plan = aForecast({ id: 'plan', inputs: { RetirementAge: 65 }, scenario })
    const without = await draw({ plan })
    expect(textsOf(without)[0]).toContain('What you chose: Leave early')
    expect(textsOf(without).join(' ')).not.toContain('Wants to travel')
    const withIt = await draw({ plan, withNote: true })
    expectWell(withIt.pages)
    expect(textsOf(withIt)[0]).toContain('Wants to travel.')
    expect(textsOf(withIt).join(' ')).not.toContain('P-100482')
  })

  test('makes a report of only the chosen pages, which refers to the page of assumptions only if that is included', async () => {
    const { pages } = await draw({ parts: [] })
    expect(pages).toHaveLength(1)
    expect(textsOf({ pages })[0]).not.toContain('assumptions on page')
    const whole = await draw()
    const at = textsOf(whole).findIndex((text) => text.includes('Assumption Value Source'))
    for (const text of textsOf(whole)) expect(text).toContain(`assumptions on page ${at + 1}.`)
  })
})

test(
  'a report file is tagged with headings, figures with text, and tables with header cells',
  { timeout: 60_000 },
  async () => {
    const { bytes } = await draw({}, true)
    const { structure, info } = readBack(bytes)
    expect(info).toMatch(/Title:\s+Retirement report, Maria Alvarez/)
    expect(info).toMatch(/Author:\s+Harbor & Pine Advisors/)
    expect(info).toMatch(/Tagged:\s+yes/)
    expect(structure).toMatch(/H1[\s\S]*H2[\s\S]*Figure[\s\S]*Table[\s\S]*TR[\s\S]*TH[\s\S]*TD/)
  },
)
