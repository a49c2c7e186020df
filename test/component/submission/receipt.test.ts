import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import ReceiptView from '#renderer/workspace/submission/receipt-view.vue'
import { renderPart } from '#test/support/screens/render-app.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'
import { emptyStrategy } from '../../unit/strategy/sample-forecast.ts'

/** Tests of a receipt's request, its answer, and who settled the submission. */

const article = page.getByRole('article', { name: 'Receipt' })

test('a receipt shows what was sent, the accounts and their plans, and who settled the submission', async () => {
  const receipt = aReceipt({
    outcome: 'notSent',
    settled: {
      by: 'kim',
      at: '2026-11-21T09:00:00.000Z',
      saidBy: 'recordKeeper',
      wentThrough: false,
      transactionId: '',
    },
    explanation:
      'Settled by kim on 2026-11-21 09:00:00 UTC: the recordkeeper says it did not go through. By phone',
    sent: [
      {
        name: 'Salary',
        label: 'Salary',
        lines: [['$81,234.50']],
        leftOut: '',
        file: [['$92,000']],
      },
    ],
    forecast: {
      strategies: [
        {
          ...emptyStrategy('Revised'),
          savingsRateDetail: [
            {
              account: 'A1',
              components: [
                {
                  planId: 'ACME401K',
                  type: 'Pretax',
                  value: 6,
                  dollarAmount: 3_600,
                  isRoth: false,
                  numberOfYears: null,
                },
              ],
            },
          ],
        },
      ],
      accountMappings: [{ accountId: 'A1', planId: 'ACME401K', planType: '401K' }],
      communicationXml: '',
      notes: [],
    },
  })
  await renderPart(ReceiptView, createScriptedWorld(), { receipt })
  await expect
    .element(page.getByRole('heading', { name: 'Enrollment settled, did not go through' }))
    .toBeVisible()
  await expect
    .element(article)
    .toMatchTextContent(
      /Settled by kim on Nov 2\d, 2026, \d{1,2}:00 [AP]M \S+: the recordkeeper says it did not go through\.\s*By phone/,
    )
  await expect
    .element(article)
    .not.toMatchTextContent(/Nothing reached the service|safe to try again/)
  await expect
    .element(article)
    .toMatchTextContent(
      /Contribution, recommended\s*You\s*6%\s*\(\$3,600 a year\)\s*Employer\s*none listed/,
    )
  await expect
    .element(article)
    .toMatchTextContent(/What was sent\s*Salary\s*\$81,234\.50\s*Today, in the file: \$92,000/)
  await expect
    .element(article)
    .toMatchTextContent(/Accounts and their plans\s*••••\s*ACME401K \(401K\)/)
})
