import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { receiptSchema } from '#shared/records/receipt.ts'
import { maskReceipt } from '#shared/receipt/mask.ts'
import { maskIdentifier, maskerFor } from '#shared/receipt/masker.ts'
import { aFigure, aSaving } from '#test/support/figures/sides.ts'
import { aReceipt, noCautions } from '#test/support/samples/sample-receipt.ts'

const aRate = {
  account: 'A',
  label: 'Pre-tax',
  today: 'file',
  from: aSaving(7),
  to: aSaving(10),
} as const

describe('an identifier', () => {
  test.each([
    ['P-100482', '••••0482'],
    ['123-45-6789', '••••6789'],
    ['12345', '••••2345'],
    ['1234', '••••'],
    ['7', '••••'],
    ['', ''],
  ])('%j is shown as %j', (identifier, shown) => expect(maskIdentifier(identifier)).toBe(shown))
})

describe('an identifier in a text', () => {
  test.each([
    ['with other dashes', '123456789', 'SSN 123-45-6789, 123 45 6789', 'SSN ••••6789, ••••6789'],
    ['in another letter case', 'P-100482ab', 'p-100482AB', '••••82AB'],
    ['inside a longer word', 'P-100482', 'TXN_P-100482_77', 'TXN_••••0482_77'],
    ['but not inside a longer number', '100482', '2100482 and 1004829', '2100482 and 1004829'],
    [
      'only as a whole word if it is short',
      '77',
      'fund 77 of 1977 has 77.',
      'fund •••• of 1977 has ••••.',
    ],
  ])('is found %s', (_how, identifier, text, shown) =>
    expect(maskerFor([identifier])(text)).toBe(shown),
  )

  test('is matched literally, even if it contains characters with a meaning in patterns', () => {
    expect(maskerFor(['A.C+(1)[2]'])('xx A.C+(1)[2] yy')).toBe('xx •••• yy')
  })
})

describe('a masked receipt', () => {
  test('hides participant and accounts in messages and the transaction, and keeps names and plans', () => {
    const masked = maskReceipt(aReceipt())
    const text = JSON.stringify(masked)
    expect(text).not.toMatch(/100482"|P-100482|4400118822|4400-1188-22/)
    expect(masked.subject).toEqual({ participantId: '••••0482', name: 'Maria Álvarez' })
    expect(masked.result?.rkTransactionMessage).toBe(
      'Participant ••••0482, account ••••8822, queued',
    )
    expect(masked.transaction.text).toContain('FirstName="Maria" LastName="Álvarez"')
    expect(masked.plans).toEqual(aReceipt().plans)
  })

  const everyText = (
    value: unknown,
    path = '',
  ): readonly { readonly path: string; readonly text: string }[] => {
    if (typeof value === 'string') return [{ path, text: value }]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, inner]) => everyText(inner, `${path}.${name}`))
  }

  test('hides an identifier in every text except the program’s own and the name', () => {
    const participantId = 'P-100482'
    const told = `for ${participantId}`
    const call = {
      startedAt: '2026-11-20T15:00:00.000Z',
      textsVersion: 1,
      caller: 'participant' as const,
      checksPassed: [told],
      checkTexts: [told],
      checksFailed: [{ id: told, text: told, forOther: false }],
      reasonCode: told,
      reasonText: told,
      note: told,
    }
    const named = {
      ...aFigure(7),
      id: told,
      sentence: told,
      basis: told,
      rule: told,
      steps: [{ sign: '+', text: '7', origin: { from: 'typed', what: told } }],
    } as const
    const masked = maskReceipt(
      aReceipt({
        user: told,
        plans: [{ planId: told, planType: told, serviceOption: told }],
        reason: told,
        overrideReason: told,
        explanation: told,
        notes: [{ path: told, message: told }],
        call,
        wrapUp: {
          disposition: told,
          dispositionText: told,
          contradicts: false,
          note: told,
          endedAt: '2026-11-20T15:09:00.000Z',
        },
        forecast: {
          strategies: [],
          accountMappings: [{ accountId: told, planId: told, planType: told }],
          communicationXml: told,
          notes: [],
        },
        recommended: {
          forecastId: 'f',
          madeAt: '2026-11-20T15:00:00.000Z',
          lines: [
            {
              kind: 'rate',
              became: 'notSent',
              why: told,
              values: [{ ...aRate, account: told, from: { percent: named, dollars: null } }],
            },
          ],
          annuities: [{ type: told, share: named, amount: null }],
          rules: [[told, { figure: named, sign: 'own' }]],
          cautions: {
            lowered: { from: named, to: named },
            unsentAges: { retirement: null, claim: null },
            stock: [[told]],
          },
        },
        inputs: { SavingsRateDetails: [{ PlanId: told, SavingsType: told, Value: '6' }] },
        subject: { participantId, name: told },
      }),
    )
    const shown = everyText(masked).filter(({ text }) => text.includes(participantId))
    expect(shown.map(({ path }) => path).toSorted()).toEqual([
      '.call.checksFailed.0.id',
      '.call.checksPassed.0',
      '.call.reasonCode',
      '.subject.name',
      '.wrapUp.disposition',
    ])
  })

  test('hides an identifier even in a field that was added to receipts later', () => {
    const later = {
      ...aReceipt(),
      providerAccount: 'P-100482',
      rows: [{ from: 'account 4400118822' }],
    }
    expect(JSON.stringify(maskReceipt(later))).not.toMatch(/P-100482|4400118822/)
  })

  test("keeps times, codes and the receipt's own numbers, whatever the participant’s identifier", () => {
    const receipt = aReceipt({
      recommended: {
        forecastId: 'f',
        madeAt: '2026-11-20T15:00:00.000Z',
        lines: [{ kind: 'rate', became: 'notSent', why: '', values: [aRate] }],
        annuities: [],
        rules: [],
        cautions: noCautions,
      },
      inputs: {
        SavingsRateDetails: [{ Value: '2026' }],
        PensionTypes: [{ StartYear: '2026' }],
        DOB: '2026-01-01T00:00:00.000Z',
      },
    })
    for (const participantId of [
      '2026',
      'rate',
      'percent',
      'year',
      'typed',
      '7',
      'file',
      'receipt',
      'enroll',
      'accepted',
      'base64',
      'training',
      receipt.submissionId,
    ]) {
      const masked = maskReceipt({ ...receipt, subject: { participantId, name: 'X' } })
      const { id, submissionId, operation, outcome, savedAt, sentAt, environment } = receipt
      expect(masked).toMatchObject({
        id,
        submissionId,
        operation,
        outcome,
        savedAt,
        sentAt,
        environment,
        kind: 'receipt',
      })
      expect(masked.transaction.encoding).toBe('base64')
      expect(receiptSchema.safeParse(masked).error).toBeUndefined()
    }
  })

  test('hides values, numbers and field names in an annuity request', () => {
    const receipt = aReceipt({ subject: { participantId: '900100482', name: 'Maria' } })
    const annuity = { Id: 900_100_482, '900100482': [{ note: 'for 900-100-482' }] }
    const masked = maskReceipt({
      ...receipt,
      result: receipt.result && { ...receipt.result, annuityPurchaseRequest: annuity },
    })
    expect(masked.result?.annuityPurchaseRequest).toEqual({
      Id: '••••0482',
      '••••0482': [{ note: 'for ••••0482' }],
    })
  })

  test('never shows any identifier', { timeout: 120_000 }, () => {
    const letters = fc.constantFrom(...Array.from('ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'))
    fc.assert(
      fc.property(
        fc.array(letters, { minLength: 6, maxLength: 20 }),
        fc.string(),
        fc.string(),
        (parts, before, after) => {
          const participantId = parts.join('')
          const told = `${before} ${participantId} ${after}`
          const base = aReceipt({ subject: { participantId, name: 'X' }, explanation: told })
          const masked = maskReceipt({
            ...base,
            transaction: {
              text: `<P UserID="${participantId}">${participantId}</P>`,
              encoding: 'xml',
            },
          })
          expect(masked.explanation.split(' ')).not.toContain(participantId)
          expect(masked.transaction.text).not.toContain(participantId)
        },
      ),
      { seed: 20_261_121, numRuns: 500 },
    )
  })
})

describe('masking', () => {
  const withTransaction = (text: string) =>
    aReceipt({ transaction: { ...aReceipt().transaction, text } })

  test('hides all of ten thousand accounts', () => {
    const numbers = Array.from({ length: 10_000 }, (_none, index) => `44${1_000_000 + index}77`)
    const started = performance.now()
    const masked = maskReceipt(
      withTransaction(numbers.map((each) => `<AccountId>${each}</AccountId>`).join('\n')),
    )
    expect(masked.transaction.text).not.toMatch(/44\d{7}77/)
    expect(masked.transaction.text.match(/••••\d{4}/g)).toHaveLength(10_000)
    // Takes a second or less. A single pattern for all accounts took minutes, or was too long to
    // compile.
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  test.each([
    ['blanks in an element', `<AccountId>${' '.repeat(100_000)}${'x'.repeat(101)}</AccountId>`],
    ['an element that never ends', `<T a="${'<AccountId '.repeat(20_000)}">`],
    [
      'alternating letters and digits',
      `<AccountId>${'a1'.repeat(50)}</AccountId>${'a1'.repeat(200_000)}`,
    ],
  ])('stays fast for a text with %s', (_what, text) => {
    const started = performance.now()
    maskReceipt(withTransaction(text))
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  test('hides an identifier of a million characters everywhere', () => {
    const participantId = 'P7'.repeat(500_000)
    const masked = maskReceipt(
      aReceipt({ subject: { participantId, name: 'X' }, explanation: `for ${participantId}.` }),
    )
    expect(masked.explanation).toBe('for ••••P7P7.')
  })

  test('hides the longest of several identifiers with the same beginning', () => {
    const mask = maskerFor(['4400118', '4400118822', 'AB', 'AB-7'])
    expect(mask('4400118822 4400118 ab-7 AB')).toBe('••••8822 ••••0118 •••• ••••')
  })
})
