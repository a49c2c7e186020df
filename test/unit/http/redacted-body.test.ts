import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactedBody } from '#electron/core/http/traffic/redacted-body.ts'
import { submissionOperations } from '#shared/express/operations.ts'
import { asObject } from '#test/support/as-object.ts'
import { enrollAnswer } from '#test/operations/enrollment.ts'
import { specified } from '#test/operations/index.ts'
import { forecastAnswer } from '#test/support/samples/express-answers.ts'

const seed = Number(process.env['GLIDEPATH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const redacted = (body: unknown, request: unknown = { ClientId: 'ACME' }): unknown =>
  JSON.parse(redactedBody(JSON.stringify(body), JSON.stringify(request)))

describe('a redacted body', () => {
  test('keeps documented values, and replaces every other value with its kind and length', () => {
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
      ParticipantXML: '[text, 30 characters]',
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

  test('shows the outcome and the codes of an answer, but no words from its messages', () => {
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
    ['a name where a documented term belongs', { Rating: 'Zephyrine' }],
    ['a name among other words', { RiskLevel: 'as Zephyrine likes it' }],
    ['a long number where a documented term belongs', { TransactionReturnCode: '318427' }],
    ['an identifier where a code belongs', { code: 318_427, status: '318427' }],
    ['a name where a code belongs', { code: 'Zephyrine', error: 'Zephyrine', Type: 'Zephyrine' }],
    ['an identifier where the client id belongs', { ClientId: 'U-318427' }],
    [
      'the value of an unknown field',
      { Extra: 'Zephyrine', More: 318_427, Yes: { Deep: 'Zephyrine' } },
    ],
    ['an unknown field name', { Zephyrine: true, 'id 318427': [1] }],
    ['the text of a message', { ErrorMessage: 'Zephyrine has 318427' }],
  ])('masks %s', (_name, body) => {
    const text = JSON.stringify(
      redacted(body, { ParticipantXML: '<Participant FirstName="Zephyrine"/>' }),
    )
    expect(text).not.toMatch(/zephyrine|318427/i)
  })

  test('masks a code that contains a word of the request, and keeps a documented value', () => {
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

  test('shows the first entries of a list and counts the rest', () => {
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

  test('is formatted as JSON, however the body is formatted', () => {
    const body = { Percentile: [{ Type: 'Pretax', x: [] }, {}, [[1]]], y: 1, z: {}, w: null, v: 2 }
    const text = redactedBody(JSON.stringify(body, null, '\t'), '{}')
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2))
  })

  test('shows numbers only if they are codes of at most three digits', () => {
    expect(redacted({ code: 404, status: -12, errorcode: 1.5, Code: 4041 })).toEqual({
      code: 404,
      status: '[number, 3 characters]',
      errorcode: '[number, 3 characters]',
      Code: '[number, 4 characters]',
    })
  })

  test('shows null, but no boolean that is not specified', () => {
    expect(redacted({ Salary: null, Extra: true, None: null })).toEqual({
      Salary: null,
      '[name 1, 5 characters]': '[true or false]',
      '[name 2, 4 characters]': null,
    })
  })

  test.each(['', '  ', 'Sorry', '<html/>', '{"A":', '{"ErrorMessage":"abc', '[1,2', '{"code":98'])(
    'shows only the size of text that is not JSON: %j',
    (body) => {
      expect(redactedBody(body, '{}')).toBe(`[${body.length} characters that are not JSON]`)
    },
  )

  test('is made in limited time and space, whatever the size of the original', () => {
    const document = JSON.stringify({ ParticipantXML: '<a b="c"/>'.repeat(4_000_000) })
    expect(redactedBody(document, '{}')).toMatch(/^\[\d+ characters that are too long to show\]$/)
    const many = JSON.stringify(Array.from({ length: 40_000 }, () => ({ Age: '60', Value: 1 })))
    const wide = JSON.stringify(
      Array.from({ length: 2 }, () =>
        Array.from({ length: 2 }, () =>
          Object.fromEntries(Array.from({ length: 40_000 }, (_none, index) => [`a${index}`, {}])),
        ),
      ),
    )
    const names = `{"Type":${'{"Type":'.repeat(90_000)}1${'}'.repeat(90_000)}}`
    for (const body of [many, wide, names]) {
      const times = Array.from({ length: 5 }, () => {
        const started = performance.now()
        expect(redactedBody(body, '{}').length).toBeLessThan(64 * 1024)
        return performance.now() - started
      })
      expect(Math.min(...times)).toBeLessThan(100)
    }
  })

  test(`can be made from any JSON without an exception, and never shows a value (seed ${seed})`, () => {
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
          const text = redactedBody(body.slice(0, body.length - (cut % body.length)), '{}')
          return !text.includes(canary) && !text.includes('987654')
        },
      ),
      { seed, numRuns: 1000 },
    )
  })

  test(`contains only specified names and masks, and nothing from the request (seed ${seed})`, () => {
    const name = fc.oneof(fc.constantFrom('code', 'Type', 'Values'), fc.string())
    const scalar = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.constantFrom('AB-1971', 'Q-7', 1971, 12, 999, '94105', true, null),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        scalar,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(name, tie('tree'), { maxKeys: 6 }),
      ),
    }))
    const request = JSON.stringify({
      ParticipantXML: '<P a="1"/>\nAB-1971\nQ-7\t1971 12 999 94105',
    })
    const shown =
      /^(?:code|Type|Values|…|\[(?:(?:text|number|name \d+), \d+ characters|\d+ more|true or false|not shown)\]|)$/
    fc.assert(
      fc.property(tree, (value) => {
        const text = redactedBody(JSON.stringify(value), request)
        const texts: string[] = []
        JSON.parse(text, (label, each: unknown) => {
          texts.push(label, typeof each === 'string' ? each : '')
        })
        // True for a short name or code.
        const isShort = (part: string) =>
          /^[\w.:()-]{1,12}$/.test(part) && !/\d{4}|[a-z]{4}/i.test(part)
        expect(texts.filter((part) => !shown.test(part) && !isShort(part))).toEqual([])
        expect(text).not.toMatch(/1971|94105|Q-7|: (?:12|999)\b/)
      }),
      { seed, numRuns: 1000 },
    )
  })

  test.each([
    ['a forecast', forecastAnswer()],
    ['an enrollment', enrollAnswer()],
  ])('of %s is JSON with every strategy', (_name, answer) => {
    const text = redactedBody(JSON.stringify(answer), '{}')
    expect(text.match(/"StrategyType": "(?:Current|Revised)"/g)).toHaveLength(2)
    expect(text.match(/"OverallEndingBalance": /g)).toHaveLength(2)
  })
})

/** Lists the fields whose values are shown, for example for an enrollment and an opt-out. */
test.each(submissionOperations)('%s shows the fields that may be shown, and no others', (name) => {
  const { body, items, shownInCalls, training } = specified[name]
  const fields = [body, ...Object.values(items)].flatMap((table) => Object.keys(table))
  const values = ['401K', 'ManagedAccounts', 'Pretax', 'Current', 'Participant', 'PostTax', 'GMWB']
  const isShown = (field: string) =>
    values.some((value) => Object.values(asObject(redacted({ [field]: value }))).includes(value))
  expect([...new Set(fields.filter(isShown))].toSorted()).toEqual(shownInCalls.toSorted())
  for (const { state } of training.declined)
    expect(redacted({ TransactionState: state }, { state })).toEqual({ TransactionState: state })
})

const answerNames =
  'EnrollmentResult OptOutResult Success ErrorMessage TransactionId ClientTransactionId RKTransactionId ' +
  'RKTransactionMessage TransactionState TransactionReturnCode TransactionData HtmlTransactionConfirmation ClientId ' +
  'AnnuityPurchaseRequest Strategy StrategyOutput AccountMappings AccountId PlanId PlanType Transaction ' +
  'CommunicationXML InvestmentSelections AssetMixAdvisableAccounts AssetMixHousehold AssetMixOverall AssetMixOther ' +
  'AssetMix Id Asset AssetClass Weight RiskLevel BalanceHistory HistoricalScenarios Balance Year Month Value ' +
  'BenchmarkValue Name BenchmarkName Percentile IncomeSources TotalWealth OverallEndingBalance Taxes ' +
  'RetirementIncomeAtVariousRetirementAges Percentage Label SustainableRetirementIncome AccountBalance Values Age ' +
  'Type Account Investor ContributionType CatchupType SavingsRateDetail AccountSavingsRateDetail SavingsComponent ' +
  'IsRoth NumberOfYears DollarAmount CSSellOffData StrategyType Rating RetirementAge RetirementSpouse SavingsRate ' +
  'NetRetirementIncomeGoalParticipant NetRetirementIncomeGoal SocialSecurity FullBenefitAge Amount GrossAmount ' +
  'FullBenefitAmount ModelPortfolioIndex SavingsRateTaxableOverflow SavingsRateOverall RisOutput AnnuityType ' +
  'Recommendations LoweringAnnuitizationAdvisable PenaltyAmount LifeExpectancy ' +
  'access_token accessToken token token_type expires_in expiresIn issued_at issuedAt scope refresh_token status ' +
  'error error_description error_uri fault faultstring detail details errorcode code Code ErrorCode message Message ' +
  'errors Errors title description type'
const requestNames = Object.values(specified)
  .flatMap(({ body, items }) => [body, ...Object.values(items)])
  .flatMap((table) => Object.keys(table))

test('the names in the specification are shown, but no word from its descriptions', () => {
  const isShown = (name: string) => Object.hasOwn(asObject(redacted({ [name]: 1 })), name)
  expect([...answerNames.split(' '), ...requestNames].filter((name) => !isShown(name))).toEqual([])
  const words = ['properties', 'items', 'additionalProperties', '$ref', 'object', 'ValuePoint']
  expect([...words, 'Keyed by account id'].filter(isShown)).toEqual([])
})

test.each(['RK-114', '0', '401', 'E101', '1.2.3', 'R(12)'])(
  'the code %s is shown, but only in a field for codes, and only if the request does not contain it',
  (text) => {
    for (const name of ['TransactionReturnCode', 'code', 'ErrorCode', 'errorcode', 'status'])
      expect(redacted({ [name]: text })).toEqual({ [name]: text })
    expect(redacted({ code: text }, { a: text })).not.toEqual({ code: text })
    for (const name of ['PlanId', 'Salary', 'Type', 'ErrorMessage', 'Nickname', 'RetirementAge'])
      expect(JSON.stringify(redacted({ [name]: text }))).not.toContain(`"${text}"`)
  },
)

test.each(['PLAN', 'E', '1234', '12345', 'JD6789', 'ABCD1', 'A-12-B-34-C-567', 'Zoë1', '1 2', '-'])(
  '%j is not a code',
  (text) => expect(redacted({ code: text })).toEqual({ code: `[text, ${text.length} characters]` }),
)

test('if a request is too long to search, no code in its answer is shown', () => {
  const shown = (length: number) => redactedBody('{"code":"E1"}', '-'.repeat(length))
  expect(shown(256 * 1024)).toContain('"E1"')
  expect(shown(256 * 1024 + 1)).not.toContain('"E1"')
})
