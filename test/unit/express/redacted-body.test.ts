import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactedBody } from '#electron/core/http/traffic/redacted-body.ts'
import { documented, knownNames, sentWords } from '#electron/core/http/traffic/visible-fields.ts'
import { enrollAnswer } from '#test/operations/enrollment.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'
import { largeForecastText } from '#test/support/samples/large-forecast.ts'

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const nobody = sentWords('{}')
const redacted = (body: unknown, request: unknown = { ClientId: 'ACME' }): unknown =>
  JSON.parse(redactedBody(JSON.stringify(body), sentWords(JSON.stringify(request))))

describe('a redacted body', () => {
  test('keeps documented values and masks every other with kind and length', () => {
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
      ClientId: '[text, 4 characters]',
      ParticipantXML: '[text, 32 characters]',
      EnrollmentInfo: [
        { PlanId: '[text, 5 characters]', PlanType: '401K', ServiceOption: 'ManagedAccounts' },
      ],
      RetirementAge: '[number, 2 characters]',
      SavingsRateDetails: [
        {
          PlanId: '[text, 5 characters]',
          SavingsType: '[text, 1 characters]',
          Value: '[text, 3 characters]',
        },
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
      DesiredRetirementIncome: { Type: '[text, 7 characters]', Value: '[text, 2 characters]' },
      ForecastType: '[text, 4 characters]',
      TransactionHTTPEndpoint: {
        TransURL: '[text, 18 characters]',
        SID: '[text, 9 characters]',
        Cookie: '[text, 12 characters]',
      },
    })
  })

  test('shows the outcome and the codes of an answer, but no words of a message', () => {
    expect(
      redacted({
        EnrollmentResult: {
          Success: false,
          ErrorMessage: 'Plan not found',
          TransactionId: 'T-1',
          TransactionState: 'UnknownPlan',
          TransactionReturnCode: 'RK-114',
          HtmlTransactionConfirmation: null,
          RKTransactionMessage: '',
        },
      }),
    ).toEqual({
      EnrollmentResult: {
        Success: false,
        ErrorMessage: '[text, 14 characters]',
        TransactionId: '[text, 3 characters]',
        TransactionState: 'UnknownPlan',
        TransactionReturnCode: 'RK-114',
        HtmlTransactionConfirmation: null,
        RKTransactionMessage: '',
      },
    })
    expect(redacted({ error: 'invalid_client', error_description: 'No', code: 401 })).toEqual({
      error: 'invalid_client',
      error_description: '[text, 2 characters]',
      code: 401,
    })
  })

  test.each<[string, unknown]>([
    ['a name in a term’s place', { Rating: 'Zephyrine' }],
    ['a name among other words', { RiskLevel: 'as Zephyrine likes it' }],
    ['a long number in a term’s place', { TransactionReturnCode: '318427' }],
    ['an identifier in a code’s place', { code: 318_427, status: '318427' }],
    ['a name in a code’s place', { code: 'Zephyrine', error: 'Zephyrine', Type: 'Zephyrine' }],
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

  test('masks a code with a word of the request, and keeps a documented value', () => {
    const request = { ParticipantXML: '<InstAcct PlanType="401K" Status="X"/>\n\n197\tQ-12' }
    const body = { PlanType: '401K', code: 197, Code: 'Q-7', ErrorCode: '12', status: '198' }
    expect(redacted(body, request)).toEqual({
      PlanType: '401K',
      code: '[number, 3 characters]',
      Code: '[text, 3 characters]',
      ErrorCode: '[text, 2 characters]',
      status: '198',
    })
  })

  test('shows the first entries and counts the rest', () => {
    expect(
      redacted({
        AccountMappings: [{}, {}, {}, {}],
        Percentile: [[[[], [], []]], []],
        InvestmentSelections: { a: [], Type: 'Pretax', b: [], c: [], StrategyType: 'Revised' },
      }),
    ).toEqual({
      AccountMappings: [{}, {}, '[2 more]'],
      Percentile: [[[[], '[2 more]']], []],
      InvestmentSelections: {
        '[name 1, 1 characters]': [],
        Type: 'Pretax',
        '[name 2, 1 characters]': [],
        StrategyType: 'Revised',
        '[1 more]': '…',
      },
    })
  })

  test('is set out as JSON is, however the body is', () => {
    const body = { Percentile: [{ Type: 'Pretax', x: [] }, {}, [[1]]], y: 1, z: {}, w: null, v: 2 }
    const text = redactedBody(JSON.stringify(body), nobody)
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2))
    for (const blanks of ['\t', ' ', '   '])
      expect(redactedBody(JSON.stringify(body, null, blanks), nobody)).toBe(text)
    const windows = ` \r\n${JSON.stringify(body, null, 1).replaceAll('\n', '\r\n').replaceAll('}', '}\t ')}`
    expect(redactedBody(windows.replaceAll('":', '" :'), nobody)).toBe(text)
  })

  test('what is left out is passed over whole, its texts and brackets too', () => {
    expect(redacted({ a: 1, b: 2, c: { d: '}],{', e: ['"]'] }, Type: 'Pretax' })).toMatchObject({
      '[1 more]': '…',
      Type: 'Pretax',
    })
    const long = { ParticipantXML: 'x'.repeat(30_000) }
    expect(redacted([{}, {}, long, long, {}])).toEqual([{}, {}, '[3 more]'])
  })

  test.each([0, 1, 2, 3, 4])(
    '%i backslashes before a quotation mark, in a text or at its end, are told apart',
    (count) => {
      for (const rest of ['",', ''])
        expect(redacted({ Extra: '\\'.repeat(count) + rest, Type: 'Pretax' })).toMatchObject({
          Type: 'Pretax',
        })
    },
  )

  test('a long text is passed over, and what follows it is shown', () => {
    const file = '<a b="c\\"/>\n'.repeat(30_000)
    expect(redacted({ ParticipantXML: file, ServiceOption: 'QualMRP' })).toEqual({
      ParticipantXML: `[text, ${JSON.stringify(file).length - 2} characters]`,
      ServiceOption: 'QualMRP',
    })
    expect(redacted([file, file, { x: file, Type: 'Pretax' }])).toHaveLength(3)
  })

  test('no number is shown of which the body, the bound or a letter cuts the end', () => {
    for (const body of ['{"code":98', '{"code":98B Main Street}', '{"code":98.', '{"code":nulls}'])
      expect(redactedBody(body, nobody)).toMatch(/"code": "\[not read\]"/)
    for (const digits of [1, 2, 3]) {
      const blanks = ' '.repeat(192 * 1024 - digits - '{"a":[1],"code":'.length)
      expect(redactedBody(`{"a":[1${blanks}],"code":98765}`, nobody)).toMatch(
        /"code": "\[not read\]"/,
      )
    }
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
    ['[1,2,3,4', /\n\[cut here, at character 7 of 8\]$/],
    ['[1;2]', '[]\n[cut here, at character 1 of 5]'],
    ['[1}', /\[cut here, at character 3 of 3\]$/],
    ['{"a":,"b":1}', /\[cut here, at character 6 of 12\]$/],
    ['{x":1}', '{}\n[cut here, at character 1 of 6]'],
    ['{"Type" 1}', '{}\n[cut here, at character 9 of 10]'],
    ['{"Type":"Pretax"', '{\n  "Type": "Pretax"\n}\n[cut here, at character 16 of 16]'],
    [`{"Type":"Pretax",${' '.repeat(200 * 1024)}"Label":"90th"}`, /"Pretax"\n\}\n\[cut here/],
    [`[1,2,[${'3,'.repeat(200_000)}4]]`, /characters\]"\n\]\n\[cut here/],
    [`${'['.repeat(25)}${']'.repeat(25)}`, /\]$/],
    [`${'['.repeat(26)}${']'.repeat(26)}`, /\[cut here, at character 26 of 52\]$/],
    [
      `{"ParticipantXML":"${'\\"'.repeat(200_000)}`,
      /"\[not read\]"\n\}\n\[cut here, at character 18 of/,
    ],
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
    '{,',
    '"\\',
    '[[[[',
  ])('reads %j as far as it goes', (body) => {
    expect(redactedBody(body, nobody)).toMatch(
      /that are not JSON\]$|\[cut here, at character \d+ of \d+\]$/,
    )
  })

  test('takes a bounded time and room, whatever the size of the body', () => {
    const many = `[${'{"Age":"60","Value":1},'.repeat(400_000)}{}]`
    const wide = `{${Array.from({ length: 9000 }, () => '"Account":{"Type":[1,2,3],"a":{}}').join(',')}}`
    const document = JSON.stringify({ ParticipantXML: '<a b="c"/>'.repeat(4_000_000) })
    const forecast = largeForecastText()
    for (const body of [many, wide, document, forecast]) {
      const times = Array.from({ length: 9 }, () => {
        const started = performance.now()
        const text = redactedBody(body, nobody)
        expect(text).toContain('[cut here')
        expect(text.length).toBeLessThan(64 * 1024)
        return performance.now() - started
      })
      // A few milliseconds; the limit leaves room for a busy machine.
      expect(Math.min(...times)).toBeLessThan(40)
    }
  })

  test(`never throws and never shows a value (seed ${seed})`, () => {
    const canary = 'Zephyrine'
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.constantFrom('Name', 'Rating', 'Account', canary, 'ParticipantXML', 'Values', 'code'),
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

  const masks =
    /^\[(?:(?:text|number|name \d+), \d+ characters|\d+ more|true or false|\d+ characters that are not JSON)\]$/
  const documentedTexts = new Set([...documented.values()].flatMap((values) => [...values]))
  const isAllowed = (text: string): boolean =>
    masks.test(text) ||
    ['', '…', '[not read]'].includes(text) ||
    knownNames.has(text) ||
    documentedTexts.has(text.toLowerCase()) ||
    // A short code that the request does not have.
    (text.length <= 12 && !/\d{4}|[a-z]{4}/i.test(text) && /\d/.test(text))
  const anyName = fc.oneof(fc.constantFrom(...knownNames), fc.string(), fc.constant('__proto__'))
  const anyScalar = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.stringMatching(/^[A-Z]{1,3}-?\d{1,4}$/),
    fc.constantFrom(...documentedTexts, true, false, null, '[text, Zoë]', '1971-03-29', 1971),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      anyScalar,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(anyName, tie('tree'), { maxKeys: 6 }),
    ),
  }))

  test(`holds only what the list of visible things allows, and nothing of the request (seed ${seed})`, () => {
    const stringsIn = (text: string): string[] =>
      [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([literal]) => String(JSON.parse(literal)))
    const codesSent = ['AB-1971', '94105', 'Q-7', 1971, 12, 999]
    const request = JSON.stringify({ ParticipantXML: `<P a="1"/>\n${codesSent.join('\n')}\t` })
    fc.assert(
      fc.property(
        tree,
        fc.dictionary(anyName, fc.constantFrom(...codesSent)),
        fc.boolean(),
        fc.nat(60),
        (value, codes, isIndented, cut) => {
          const body = JSON.stringify([value, { ...codes }], null, isIndented ? 2 : 0)
          const text = redactedBody(body.slice(0, body.length - cut), sentWords(request))
          expect(stringsIn(text).filter((each) => !isAllowed(each))).toEqual([])
          expect(text).not.toMatch(/1971|94105|Q-7|: (?:12|999)\b/)
          // Numbers outside of texts are codes.
          const numbers = text.replace(/"(?:[^"\\]|\\.)*"|\[(?:cut here|\d+ char).*/g, '')
          expect(numbers).not.toMatch(/\d{4}|[.eE-]\d/)
        },
      ),
      { seed, numRuns: 1000 },
    )
  })

  test.each([
    ['a forecast', forecastAnswer()],
    ['an enrollment', enrollAnswer()],
  ])('of %s is JSON with every strategy', (_name, answer) => {
    const text = redactedBody(JSON.stringify(answer), nobody)
    expect(() => void JSON.parse(text)).not.toThrow()
    expect(text.match(/"StrategyType": "(?:Current|Revised)"/g)).toHaveLength(2)
    expect(text.match(/"OverallEndingBalance": /g)).toHaveLength(2)
  })
})
