import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail } from '#shared/result.ts'
import { aFigure, aSaving } from '#test/support/figures/sides.ts'
import { aReview, noCautions } from '#test/support/samples/sample-receipt.ts'
import { explained } from '#renderer/ui/figures/explained.ts'
import { reviewing, send } from './reviewing.ts'

describe('What changes:', () => {
  test('a refusal moves the focus off the send button, so another Enter sends nothing', async () => {
    const bridge = await reviewing(aReview())
    let answer: () => void = () => undefined
    const refuse = async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return fail({ code: 'submission.unrecorded', message: 'It could not be recorded.' })
    }
    bridge.script({ 'submission.send': refuse })
    await send.click()
    await expect.element(send).toBeDisabled()
    answer()
    await expect.element(send).toBeEnabled()
    await expect.element(page.getByText('It could not be recorded.')).toBeVisible()
    await expect.element(send).not.toHaveFocus()
    await userEvent.keyboard('{Enter}{Enter}')
    expect(bridge.asked('submission.send')).toHaveLength(1)
  })

  test('the review of an opt-out names only the plans that leave the service', async () => {
    await reviewing(aReview())
    const changes = page.getByRole('region', { name: 'What changes for Maria Alvarez' })
    await expect
      .element(changes)
      .toMatchTextContent(/The advice service stops for this plan:\s*ACME401K/)
  })

  test('a review with a forecast lists funds, savings rates and retirement age, each with its value in the forecast', async () => {
    await reviewing(
      aReview({
        warnings: ['The forecast was run with retirement age 67; this is sent with 65.'],
        changes: {
          kind: 'forecast',
          forecastId: 'rec-1',
          madeAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
          proposes: true,
          retirementAge: { today: 'forecast', from: aFigure(67, 'age'), to: aFigure(65, 'age') },
          accounts: [
            {
              account: 'ACME401K 401(k)',
              today: 'file',
              unread: false,
              staying: 1,
              funds: [
                { id: 'A', name: 'Large Company Index', from: aFigure(60), to: aFigure(45) },
                { id: 'B', name: 'Core Bond', from: aFigure(0), to: aFigure(15) },
              ],
            },
          ],
          savings: [
            {
              account: 'ACME401K 401(k)',
              label: 'Pre-tax',
              today: 'file',
              from: aSaving(6, 5520),
              to: aSaving(9, 8280),
            },
          ],
          recommended: {
            lines: [
              {
                kind: 'age',
                became: 'notSent',
                why: '',
                values: [
                  {
                    account: '',
                    label: 'Retirement age',
                    today: 'service',
                    from: 65,
                    to: 67,
                  },
                ],
              },
              {
                kind: 'rate',
                became: 'notSent',
                why: 'it changes with the years',
                values: [
                  {
                    account: 'ACME401K 401(k)',
                    label: 'Roth',
                    today: 'file',
                    from: aSaving(7),
                    to: aSaving(10),
                  },
                ],
              },
            ],
            annuities: [{ type: 'GMWB', share: aFigure(15), amount: aFigure(91_872.1, 'dollars') }],
            rules: [['By law, catch-up contributions are Roth.']],
            cautions: {
              ...noCautions,
              lowered: { from: aFigure(8), to: aFigure(5) },
              stock: [['Ask a tax adviser first.']],
            },
          },
          accountMappings: [{ accountId: 'A1', planId: 'ACME401K', planType: '401K' }],
        },
      }),
    )
    const changes = page.getByRole('region', { name: 'What changes for Maria Alvarez' })
    await expect.element(changes).toMatchTextContent(/3 days ago/)
    await expect.element(changes).toMatchTextContent(/Retirement age\s*67\s*→\s*to\s*65/)
    await expect
      .element(changes)
      .toMatchTextContent(/Pre-tax:\s*6%\s*\(\$5,520 a year\)\s*→\s*to\s*9%\s*\(\$8,280 a year\)/)
    await expect
      .element(changes.getByRole('row', { name: /Large Company Index/ }))
      .toMatchTextContent(/60%\s*45%/)
    await expect
      .element(changes.getByRole('row', { name: /Core Bond/ }))
      .toMatchTextContent(/0%\s*15%/)
    await expect.element(changes).toMatchTextContent(/1 other fund stays as it is/)
    const notSent = changes.getByRole('list', { name: 'Recommended, and not sent' })
    await expect
      .element(notSent)
      .toMatchTextContent(/Roth, ACME401K 401\(k\):\s*7%\s*→\s*to\s*10%; it changes with the years/)
    await expect
      .element(notSent)
      .toMatchTextContent(/Retirement age:\s*65, set by the service\s*→\s*to\s*67/)
    await expect
      .element(notSent)
      .toMatchTextContent(
        'Annuity (GMWB): 15%, $91,872: cannot be sent from here; ask the recordkeeper',
      )
    await expect.element(changes).toMatchTextContent('By law, catch-up contributions are Roth.')
    await expect
      .element(changes)
      .toMatchTextContent(/This lowers their savings from 8% to 5%\.\s*Ask a tax adviser first\./)
    await expect
      .element(page.getByText('The forecast was run with retirement age 67; this is sent with 65.'))
      .toBeVisible()
  })

  test('pressing a figure explains it, and a note says that funds were chosen for another age', async () => {
    await reviewing(
      aReview({
        changes: {
          kind: 'forecast',
          forecastId: 'rec-1',
          madeAt: new Date().toISOString(),
          proposes: true,
          retirementAge: { today: 'forecast', from: aFigure(67, 'age'), to: null },
          accounts: [],
          savings: [
            { account: 'A', label: 'Pre-tax', today: 'file', from: aSaving(6), to: aSaving(9) },
          ],
          recommended: {
            lines: [],
            annuities: [],
            rules: [],
            cautions: { ...noCautions, unsentAges: { retirement: 70, claim: null } },
          },
          accountMappings: [],
        },
      }),
    )
    const changes = page.getByRole('region', { name: 'What changes for Maria Alvarez' })
    await expect
      .element(changes)
      .toMatchTextContent(
        'The recommended funds and rates are for retiring at 70, which is not sent',
      )
    await changes.getByRole('button', { name: '9%' }).click()
    expect(explained.value?.figure.id).toBe('typed/percent/9')
  })

  test('the values of a plan’s forecast are not shown as today’s, and the values sent are listed in words', async () => {
    await reviewing(
      aReview({
        sent: [
          {
            name: 'ExcludeSocialSecurity',
            label: 'Social Security',
            lines: [['left out']],
            leftOut: '',
            file: [['SSFlag Y']],
          },
        ],
        changes: {
          kind: 'forecast',
          forecastId: 'rec-1',
          madeAt: new Date().toISOString(),
          proposes: true,
          retirementAge: { today: 'unknown', from: null, to: aFigure(67, 'age') },
          accounts: [],
          savings: [
            {
              account: 'A',
              label: 'Pre-tax',
              today: 'file',
              from: aSaving(9),
              to: aSaving(15),
            },
            {
              account: 'A',
              label: 'Roth',
              today: 'unknown',
              from: aSaving(null),
              to: aSaving(2),
            },
          ],
          recommended: { lines: [], annuities: [], rules: [], cautions: noCautions },
          accountMappings: [{ accountId: 'A1', planId: 'ACME401K', planType: '401K' }],
        },
      }),
    )
    const changes = page.getByRole('region', { name: 'What changes for Maria Alvarez' })
    await expect
      .element(changes)
      .toMatchTextContent(/Retirement age\s*not in the file\s*→\s*to\s*67/)
    await expect.element(changes).toMatchTextContent(/Pre-tax:\s*9%\s*→\s*to\s*15%/)
    await expect
      .element(changes)
      .toMatchTextContent(/Social Security\s*SSFlag Y\s*→\s*to\s*left out/)
    await expect.element(changes.getByText('Recommended, and not sent')).not.toBeInTheDocument()
    await expect.element(changes).toMatchTextContent(/Roth:\s*not in the file\s*→\s*to\s*2%/)
    await expect
      .element(changes)
      .toMatchTextContent(/Accounts\s*A1\s*is of plan\s*ACME401K \(401K\)/)
    await expect
      .element(changes)
      .toMatchTextContent(
        /What is sent, in words\s*Social Security\s*left out\s*Today, in the file: SSFlag Y/,
      )
  })

  test('without a forecast, the review says so and shows no changes', async () => {
    await reviewing(aReview({ changes: { kind: 'noForecast' } }))
    await expect.element(page.getByText(/No forecast of this participant is saved/)).toBeVisible()
  })
})
