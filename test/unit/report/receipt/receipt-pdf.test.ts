import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { receiptPdf } from '#electron/core/report/receipt/receipt-pdfs.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { aReceipt } from '#test/support/samples/sample-receipt.ts'
import { emptyStrategy } from '../../strategy/sample-forecast.ts'

/** The file as read by poppler, an independent program. */

const folder = mkdtempSync(path.join(tmpdir(), 'glidepath-pdf-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = async (receipt: Receipt, masked: boolean) => {
  const written = await receiptPdf(receipt, masked, createListeningLogger().logger)
  if (!written.ok) throw new Error(written.error.message)
  const file = path.join(folder, written.value.fileName)
  writeFileSync(file, written.value.bytes)
  const run = (tool: string, ...args: string[]): string =>
    execFileSync(tool, args, { encoding: 'utf8' })
  return {
    name: written.value.fileName,
    text: run('pdftotext', '-layout', file, '-'),
    info: run('pdfinfo', file),
    fonts: run('pdffonts', file),
    structure: run('pdfinfo', '-struct-text', file),
  }
}

describe('a receipt PDF', { timeout: 120_000 }, () => {
  test('with a word of a hundred thousand characters is written completely, within seconds', async () => {
    const long = '7'.repeat(100_000)
    const receipt = aReceipt()
    const started = performance.now()
    const { text } = await read(
      {
        ...receipt,
        explanation: long,
        transaction: { text: long, encoding: 'unknown' },
      },
      false,
    )
    expect(performance.now() - started).toBeLessThan(30_000)
    const sevens = text
      .split('\n')
      .map((line) => /^\s*(7+)$/.exec(line)?.[1]?.length ?? 0)
      .reduce((sum, length) => sum + length, 0)
    expect(sevens).toBe(2 * long.length)
  })

  test('contains every number and message, tagged and titled, with its fonts', async () => {
    const { name, text, info, fonts, structure } = await read(aReceipt(), false)
    expect(name).toBe('receipt-GP-20261120-7F3K2M.pdf')
    for (const shown of [
      'Enrollment accepted',
      'GP-20261120-7F3K2M',
      'Maria Álvarez, P-100482',
      'ACME401K (401K), ManagedAccounts',
      '2026-11-20 15:04:05 UTC',
      '2026-11-20 15:04:07 UTC',
      'T-100482-77',
      'RK-9',
      'HtmlTransactionConfirmation',
      'UserID="P-100482"',
      'Page 1 of 2',
      'Page 2 of 2',
    ])
      expect(text).toContain(shown)
    // The text is longer than its column, so it continues on the next line.
    expect(text.replace(/\s/g, '')).toContain('ab'.repeat(32))
    expect(info).toMatch(/Title:\s+Receipt GP-20261120-7F3K2M/)
    expect(info).toMatch(/Tagged:\s+yes/)
    expect(fonts).toMatch(/NotoSans\S*\s+.*yes yes yes/)
    expect(fonts).not.toMatch(/Helvetica/)
    expect(structure).toMatch(/H1[\s\S]*Enrollment accepted[\s\S]*Table[\s\S]*TR[\s\S]*TH/)
  })

  test('shows what was sent, the accounts with their plans, and who settled the submission', async () => {
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
        'Settled by kim on Nov 2\d, 2026, \d{1,2}:00 [AP]M \S+: the recordkeeper says it did not go through. By phone',
      sent: [
        {
          name: 'ExcludeSocialSecurity',
          label: 'Social Security',
          lines: [['left out']],
          leftOut: '',
          file: [['SSFlag Y']],
        },
        {
          name: 'SavingsRateDetails',
          label: 'Savings rates',
          lines: [['A, type 0: 12%'], ['B: 3%']],
          leftOut: '',
          file: [],
        },
      ],
      readAs: { ...usualReadAs, savingsDollars: 'month' },
      matches: [['ACME401K: 50¢ per $1; brings 3% of pay']],
      forecast: {
        strategies: [
          {
            ...emptyStrategy('Revised'),
            savingsRateOverall: { value: 9, dollarAmount: 450 },
            accountSavingsRateDetail: [
              {
                account: 'A1',
                components: [
                  {
                    planId: 'ACME401K',
                    type: 'Pretax',
                    value: 6,
                    dollarAmount: 300,
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
    const { text } = await read(receipt, false)
    expect(text).toContain('Enrollment settled, did not go through')
    expect(text.replace(/\s+/g, ' ')).toMatch(
      /Settled by kim on Nov 2\d, 2026, \d{1,2}:00 [AP]M \S+: the recordkeeper says it did not go through\. .*By phone Asked, and not carried out, for Maria/,
    )
    expect(text).not.toMatch(/Nothing reached the service|safe to try again/)
    expect(text).toMatch(
      /What was sent\s+Social Security\s+left out\s+Today, in the file: SSFlag Y\s+Savings rates\s+A, type 0: 12%\s+B: 3%\s+Not in the file/,
    )
    expect(text).toMatch(
      /Contribution, recommended\s+You\s+6% \(\$3,600 a year\)\s+Employer\s+none listed\s+Overall\s+9% \(\$5,400 a year\)/,
    )
    expect(text).toMatch(/Match\s+ACME401K: 50¢ per \$1; brings 3% of pay/)
    expect(text.replace(/\s+/g, ' ')).toContain('it is read as dollars a month, a setting')
    expect(text).toMatch(/Accounts and their plans\s+A1\s+ACME401K \(401K\)/)
  })

  test('contains no complete identifier if masked', async () => {
    const { name, text } = await read(aReceipt(), true)
    expect(name).toBe('receipt-GP-20261120-7F3K2M-masked.pdf')
    expect(text).not.toMatch(/P-100482|4400118822|4400-1188-22/)
    expect(text).toContain('Maria Álvarez, ••••0482')
    expect(text).toContain('identifiers masked')
  })

  test('keeps names beyond Latin-1; a character that the font lacks is written as its code point', async () => {
    const { text } = await read(
      aReceipt({
        subject: { participantId: 'P-1', name: 'Łukasz Żółć Nguy\u1ec5n Ελένη Щукина 中' },
      }),
      false,
    )
    expect(text.normalize('NFC')).toContain('Łukasz Żółć Nguy\u1ec5n Ελένη Щукина [U+4E2D]')
  })

  test('continues a long transaction on more pages, each numbered and marked as simulated', async () => {
    const lines = Array.from(
      { length: 400 },
      (_, n) => `    <Fund CusFundID="F${n}" Name="Fund ${n}"/>`,
    )
    const { text, info } = await read(
      aReceipt({ transaction: { text: lines.join('\n'), encoding: 'base64' } }),
      true,
    )
    const pages = Number(/Pages:\s+(\d+)/.exec(info)?.[1])
    expect(pages).toBeGreaterThan(5)
    const sheets = text.split('\f').slice(0, -1)
    expect(sheets).toHaveLength(pages)
    for (const [index, sheet] of sheets.entries()) {
      expect(sheet).toContain('Training – simulated')
      expect(sheet).toContain(`Page ${index + 1} of ${pages}`)
    }
    for (const n of [0, 199, 399]) expect(text).toContain(`CusFundID="F${n}"`)
  })

  test('does not mention Training if it was sent to production', async () => {
    const { text } = await read(
      aReceipt({ environment: { id: 'p', name: 'Acme', kind: 'production' } }),
      true,
    )
    expect(text).not.toMatch(/simulated/i)
    expect(text).toContain('Acme (production)')
  })
})
