import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactedBody } from '#electron/core/http/traffic/redacted-body.ts'
import { createScrubber } from '#electron/core/http/traffic/scrub.ts'
import { enrollAnswer } from '#test/operations/enrollment.ts'
import { forecastAnswer } from '#test/support/express-answers.ts'

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const nobody = createScrubber('{}')
const redacted = (body: unknown, request: unknown = { ClientId: 'ACME' }): unknown =>
  JSON.parse(redactedBody(JSON.stringify(body), createScrubber(JSON.stringify(request))))

describe('a redacted body', () => {
  test('keeps the service’s own values and masks every other with kind and length', () => {
    expect(
      redacted({
        ClientId: 'ACME',
        ParticipantXML: '<Participant FirstName="Zoë"/>',
        EnrollmentInfo: [{ PlanId: 'P-100', PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
        RetirementAge: 67,
        SavingsRateDetails: [{ PlanId: 'P-100', SavingsType: '0', Value: '6.5' }],
        Salary: 93211.5,
        PensionTypes: [
          { Amount: 12_000, Cola: true, IsFromRecordKeeper: false, StartYear: '2041' },
        ],
        ExcludeSocialSecurity: true,
        DOB: '1971-03-29T00:00:00.000Z',
        Gender: 'F',
        StateOfResidence: 'VT',
        DesiredRetirementIncome: { Type: 'Percent', Value: '70' },
        ForecastType: 'Full',
        TransactionHTTPEndpoint: {
          TransURL: 'https://rk.example',
          SID: 'sid-value',
          Cookie: 'cookie-value',
        },
      }),
    ).toEqual({
      ClientId: 'ACME',
      ParticipantXML: '[text, 32 characters]',
      EnrollmentInfo: [
        { PlanId: '[text, 5 characters]', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
      ],
      RetirementAge: 67,
      SavingsRateDetails: [
        { PlanId: '[text, 5 characters]', SavingsType: '0', Value: '[text, 3 characters]' },
      ],
      Salary: '[number, 7 characters]',
      PensionTypes: [
        {
          Amount: '[number, 5 characters]',
          Cola: true,
          IsFromRecordKeeper: false,
          StartYear: '[text, 4 characters]',
        },
      ],
      ExcludeSocialSecurity: true,
      DOB: '[text, 24 characters]',
      Gender: '[text, 1 characters]',
      StateOfResidence: '[text, 2 characters]',
      DesiredRetirementIncome: { Type: 'Percent', Value: '[text, 2 characters]' },
      ForecastType: 'Full',
      TransactionHTTPEndpoint: {
        TransURL: '[text, 18 characters]',
        SID: '[text, 9 characters]',
        Cookie: '[text, 12 characters]',
      },
    })
  })

  test('shows what a support person asks for of an answer', () => {
    const result = {
      Success: false,
      ErrorMessage: 'Plan not found',
      TransactionState: 'Rejected',
      TransactionReturnCode: 'RK-114',
    }
    expect(
      redacted({
        EnrollmentResult: { ...result, TransactionId: 'T-1', HtmlTransactionConfirmation: null },
      }),
    ).toEqual({
      EnrollmentResult: {
        ...result,
        TransactionId: '[text, 3 characters]',
        HtmlTransactionConfirmation: null,
      },
    })
    expect(
      redacted({
        StrategyType: 'Revised',
        Rating: 'Ample',
        RetirementAge: '67',
        Label: '90th',
        Percentage: 90,
      }),
    ).toEqual({
      StrategyType: 'Revised',
      Rating: 'Ample',
      RetirementAge: '67',
      Label: '90th',
      Percentage: 90,
    })
  })

  test.each<[string, unknown]>([
    ['a name in a term’s place', { Rating: 'Zephyrine' }],
    ['a name among other words', { RiskLevel: 'as Zephyrine likes it' }],
    ['a long number in a term’s place', { TransactionReturnCode: '318427' }],
    ['an identifier in a number’s place', { RetirementAge: 318_427 }],
    ['an identifier in the client’s place', { ClientId: 'U-318427' }],
    ['an unknown field', { Extra: 'Zephyrine', More: 318_427, Yes: { Deep: 'Zephyrine' } }],
    ['an unknown name', { Zephyrine: true, 'id 318427': [1] }],
    ['a message', { ErrorMessage: 'Zephyrine has 318427' }],
  ])('masks %s', (_name, body) => {
    const text = JSON.stringify(
      redacted(body, { ParticipantXML: '<Participant FirstName="Zephyrine"/>' }),
    )
    expect(text).not.toMatch(/zephyrine|318427/i)
  })

  test('keeps a known term that the participant’s file says too', () => {
    const request = { ParticipantXML: '<InstAcct PlanType="401K" Status="Special"/>' }
    expect(redacted({ PlanType: '401K', Rating: 'Special' }, request)).toEqual({
      PlanType: '401K',
      Rating: '[text, 7 characters]',
    })
  })

  test('shows the first entries and counts the rest', () => {
    expect(
      redacted({
        AccountMappings: [{}, {}, {}, {}],
        Percentile: [{}, {}, {}],
        InvestmentSelections: { a: [], b: [], c: [] },
      }),
    ).toEqual({
      AccountMappings: [{}, {}, '[2 more]'],
      Percentile: [{}, {}, {}],
      InvestmentSelections: {
        '[name 1, 1 characters]': [],
        '[name 2, 1 characters]': [],
        '[1 more]': '…',
      },
    })
  })

  test.each([
    ['StrategyOutput', 5],
    ['Percentile', 9],
    ['errors', 5],
    ['Errors', 5],
    ['SSAgeOverride', 20],
    ['Values', 1],
    ['AccountMappings', 2],
  ])('shows of a list of %s %i', (name, shown) => {
    expect(redacted({ [name]: Array.from({ length: shown + 2 }, () => [null]) })).toEqual({
      [name]: [...Array.from({ length: shown }, () => [null]), '[2 more]'],
    })
    expect(
      redacted({ [name]: { a: 1, Type: 'Roth', b: 1, c: 1, Label: '90th', d: true } }),
    ).toEqual({
      [name]: {
        '[name 1, 1 characters]': '[number, 1 characters]',
        Type: 'Roth',
        '[name 2, 1 characters]': '[number, 1 characters]',
        Label: '90th',
        '[2 more]': '…',
      },
    })
  })

  test('is set out as JSON is, however the body is', () => {
    const body = { Percentile: [{ Label: '90th', x: [] }, {}, [[1]]], y: 1, z: {}, w: null, v: 2 }
    const text = redactedBody(JSON.stringify(body), nobody)
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2))
    for (const blanks of ['\t', ' ', '   '])
      expect(redactedBody(JSON.stringify(body, null, blanks), nobody)).toBe(text)
    const windows = ` \r\n${JSON.stringify(body, null, 1).replaceAll('\n', '\r\n').replaceAll('}', '}\t ')}`
    expect(redactedBody(windows.replaceAll('":', '" :'), nobody)).toBe(text)
  })

  test('what is left out is passed over whole, its texts and brackets too', () => {
    expect(redacted({ a: 1, b: 2, c: { d: '}],{', e: ['"]'] }, Type: 'Roth' })).toMatchObject({
      '[1 more]': '…',
      Type: 'Roth',
    })
    const long = { ParticipantXML: 'x'.repeat(300_000) }
    expect(redacted([{}, {}, long, long, {}])).toEqual([{}, {}, '[3 more]'])
  })

  test.each([0, 1, 2, 3, 4])(
    '%i backslashes before a quotation mark, in a text or at its end, are told apart',
    (count) => {
      for (const rest of ['",', ''])
        expect(redacted({ Extra: '\\'.repeat(count) + rest, Type: 'Roth' })).toMatchObject({
          Type: 'Roth',
        })
    },
  )

  test('a message that is a document is masked whole', () => {
    expect(redacted({ Message: 'a '.repeat(4096) })).toEqual({ Message: 'a '.repeat(250) })
    expect(redacted({ Message: `${'a '.repeat(4096)}a` })).toEqual({
      Message: '[text, 8193 characters]',
    })
  })

  test('null is null, and yes or no of what nobody specified is neither', () => {
    expect(redacted({ Salary: null, Extra: true, None: null })).toEqual({
      Salary: null,
      '[name 1, 5 characters]': '[true or false]',
      '[name 2, 4 characters]': null,
    })
  })

  test.each([
    ['', '[0 characters that are not JSON]'],
    ['[1,2,3,4', /\n\[cut here, at character 8 of 8\]$/],
    ['[1 2]', /1 characters\]"\n\[cut here, at character 3 of 5\]$/],
    ['{x":1}', '{\n[cut here, at character 1 of 6]'],
    ['{"Type" 1}', '{\n[cut here, at character 8 of 10]'],
    ['{"Type":"\\x"}', /^\{\n {2}"Type": "[^x]*"\n\}$/],
    [`{"Type":"Roth",${' '.repeat(200 * 1024)}"Label":"90th"}`, /"Roth"\n\[cut here/],
    [`[1,2,[${'3,'.repeat(200_000)}4]]`, /characters\]"\n?,?\n\[cut here/],
    [`${'['.repeat(25)}${']'.repeat(25)}`, /\]$/],
    [`${'['.repeat(26)}${']'.repeat(26)}`, /\[cut here, at character 25 of 52\]$/],
  ])('what is no JSON is cut there, and that is said: %.20s', (body, text) => {
    expect(redactedBody(body, nobody)).toMatch(text)
  })

  test.each([
    '',
    '  ',
    'Sorry',
    '<html/>',
    '{"A":',
    '{"ErrorMessage":"abc',
    '[1,2',
    '[1,2,3,4',
    '{,}',
    '"\\',
    '[[[[',
  ])('reads %j as far as it goes', (body) => {
    expect(redactedBody(body, nobody)).toMatch(
      /that are not JSON\]$|\[cut here, at character \d+ of \d+\]$/,
    )
  })

  test('is bounded whatever the size of the body', () => {
    const body = JSON.stringify({ ParticipantXML: '<a b="c"/>'.repeat(400_000), Salary: 1 })
    expect(redactedBody(body, nobody)).toMatch(
      /^\{\n {2}"ParticipantXML": "\[text, \d{7} characters\]",/,
    )
    const many = redactedBody(`[${'{"Age":"60","Value":1},'.repeat(200_000)}{}]`, nobody)
    expect(many).toContain('[cut here')
    const wide = redactedBody(
      `{${Array.from({ length: 9000 }, () => '"Type":"Pretax"').join(',')}}`,
      nobody,
    )
    expect(wide.indexOf('\n[cut here')).toBe(40 * 1024)
    expect(Math.max(many.length, wide.length)).toBeLessThan(42_000)
  })

  test(`never throws and never shows a value (seed ${seed})`, () => {
    const canary = 'Zephyrine'
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.constantFrom('Name', 'Rating', 'Account', canary, 'ParticipantXML', 'Values'),
        fc.nat(400),
        (value, name, cut) => {
          const body = JSON.stringify({
            [name]: [{ [canary]: canary, Value: 987_654 }, value],
            Type: `x ${canary} "\\`,
          })
          const text = redactedBody(body.slice(0, body.length - (cut % body.length)), nobody)
          return !text.includes(canary) && !text.includes('987654')
        },
      ),
      { seed, numRuns: 1000 },
    )
  })

  test.each([
    ['a forecast', forecastAnswer()],
    ['an enrollment', enrollAnswer()],
  ])('of %s is JSON with every percentile of every strategy', (_name, answer) => {
    const text = redactedBody(JSON.stringify(answer), nobody)
    expect(() => void JSON.parse(text)).not.toThrow()
    expect(text.match(/"StrategyType": "(?:Current|Revised)"/g)).toHaveLength(2)
    expect(text.match(/"Percentage": (?:10|50|90),/g)).toHaveLength(6)
  })
})
