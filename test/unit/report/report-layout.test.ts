import { describe, expect, test } from 'vitest'
import type { ReportPage } from '#shared/report/page-model.ts'
import { currentStrategy, revisedStrategy, sampleForecast } from '../strategy/sample-forecast.ts'
import { aForecast, draw, textsOf } from './made-report.ts'
import { expectWell } from './well-laid.ts'

/**
 * Tests that each page is full before the next begins, and that a report about today alone mentions
 * no recommendation.
 */

const flat = (made: { readonly pages: readonly ReportPage[] }): readonly string[] =>
  textsOf(made).map((text) => text.replace(/\s+/g, ' '))
const figuresOf = (page: ReportPage | undefined) =>
  page?.blocks.filter(({ role }) => role === 'figure') ?? []

const textOf = (blocks: ReportPage['blocks']): string =>
  blocks
    .flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])))
    .join(' ')

/** Dollars at the top of each chart's axis on a page. */
const axisTops = (page: ReportPage | undefined): readonly string[] =>
  figuresOf(page).map(({ marks }) => {
    const ticks = marks.flatMap((mark) =>
      mark.kind === 'text' && mark.text.startsWith('$') ? [mark] : [],
    )
    return ticks.toSorted((a, b) => a.y - b.y)[0]?.text ?? ''
  })

const withCurrentAlone = (): Parameters<typeof draw>[0] => ({
  today: aForecast({ reading: { ...sampleForecast, strategies: [currentStrategy] } }),
})

describe('pages', { timeout: 120_000 }, () => {
  test('have no number on the goal line, wherever the goal is', async () => {
    for (let goalMonth = 2800; goalMonth <= 6600; goalMonth += 200)
      expectWell((await draw({ parts: [], goalMonth })).pages)
  })

  test.each(['letter', 'a4'] as const)(
    'show the income of two strategies on one page of %s paper, on one scale',
    async (paper) => {
      const made = await draw({ paper, parts: ['income'] })
      expectWell(made.pages)
      expect(made.pages).toHaveLength(2)
      expect(flat(made)[1]).toMatch(/Recommended, average markets.*Today, average markets/)
      const [one, other] = axisTops(made.pages[1])
      expect(one).toMatch(/^\$/)
      expect(other).toBe(one)
    },
  )

  test('keep the table of changes in one piece, and the income chart with its heading, however much is above them', async () => {
    for (let lines = 0; lines <= 12; lines += 1) {
      const note = 'A line of the note.\n'.repeat(lines)
      const scenario = { name: 'Later', note, pinned: false, place: null, off: false }
      const plan = aForecast({ id: 'plan', inputs: { RetirementAge: 67 }, scenario })
      const { pages } = await draw({ plan, paper: 'a4', parts: [], withNote: true })
      expectWell(pages)
      const heads = pages.flatMap(({ blocks }) =>
        blocks.filter(({ role, marks }) => role === 'head' && marks.length > 0),
      )
      expect(heads, `${lines} lines`).toHaveLength(1)
      const page = pages.find(({ blocks }) => textOf(blocks).includes('Where the money comes from'))
      const heading = page?.blocks.findIndex((block) =>
        textOf([block]).includes('Where the money comes from'),
      )
      const below = page?.blocks.slice(heading).map(({ role }) => role)
      expect(below?.slice(0, 3), `${lines} lines`).toEqual(['h2', 'p', 'figure'])
    }
  })

  test('continue with the next part below the previous one if there is room, and the table of contents gives the right page', async () => {
    const made = await draw({ parts: ['cover', 'mix', 'funds', 'accepted'] })
    expectWell(made.pages)
    const texts = flat(made)
    const at = (title: string): number =>
      texts.findIndex((text, index) => index > 0 && text.includes(`${title} `))
    for (const title of ['How the savings are invested', 'Funds in each account'])
      expect(texts[0]).toContain(`${title} ${at(title) + 1}`)
    const shared = await draw({ paper: 'a4', parts: ['funds', 'accepted'] })
    expect(flat(shared).at(-1)).toMatch(/Funds in each account .* Recommended and accepted /)
  })

  test('about today alone have no column, change or word about a recommendation', async () => {
    const made = await draw({ ...withCurrentAlone(), parts: ['mix', 'funds'] })
    expectWell(made.pages)
    const texts = flat(made).slice(1).join(' ')
    expect(texts).toContain('Riverbend Large Company Index (F100) 58%')
    expect(texts).not.toMatch(/[Rr]ecommended funds|as recommended|Recommended \d|Change|−58%/)
  })
})

describe('an annuity', { timeout: 120_000 }, () => {
  const recommending = (percentage: number, amount: number) =>
    aForecast({
      reading: {
        ...sampleForecast,
        strategies: [
          currentStrategy,
          {
            ...revisedStrategy,
            risOutput: {
              annuityType: 'GMWB',
              recommendations: [
                { annuityType: '', loweringAnnuitizationAdvisable: false, percentage, amount },
              ],
            },
          },
        ],
      },
    })

  test('is listed with the recommendation, without inventing what it means', async () => {
    const made = await draw({ today: recommending(15, 48_200), parts: ['accepted'] })
    expectWell(made.pages)
    const text = flat(made).join(' ')
    expect(text).toContain('GMWB 15% $48,200 not sent')
    expect(text).toContain('does not say what the share is a share of')
    expect(text).toContain('Training’s income does not count it.')
    const own = recommending(15, 48_200)
    const uat = { id: 'uat', name: 'Acme UAT', kind: 'uat' } as const
    const real = await draw({ today: { ...own, environment: uat }, parts: ['accepted'] })
    expect(flat(real).join(' ')).toContain(
      'The service does not say whether this income counts the annuity.',
    )
  })

  test('of zero is not shown as a recommendation', async () => {
    const made = await draw({ today: recommending(0, 0), parts: ['accepted'] })
    expect(flat(made).join(' ')).not.toContain('Annuity')
  })
})

test('raw paths of the answer are only in the technical appendix at the end', async () => {
  const all = flat(await draw()).join(' ')
  const [words = '', appendix = '', ...more] = all.split(
    'Technical appendix: fields of the service’s answer',
  )
  expect(more).toEqual([])
  expect(words).not.toContain('StrategyOutput')
  expect(appendix).toMatch(/\$4,320, Today\. StrategyOutput\[Current\]\.Percentile\[50\]/)
})
