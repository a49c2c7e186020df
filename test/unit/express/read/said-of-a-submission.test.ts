import { describe, expect, test } from 'vitest'
import { contradiction, readSubmission } from '#shared/express/read/read-submission.ts'
import { submissionOperations, type SubmissionOperation } from '#shared/express/operations.ts'
import { specified } from '#test/operations/index.ts'
import { unwrap } from '#test/support/worlds/submissions-house.ts'

/** Reads whether an answer says that the submission was carried out, with the reader's notes. */

const read = (operation: SubmissionOperation, answer: unknown) => {
  const { result, notes, forecast, transaction } = unwrap(
    readSubmission(operation, JSON.stringify(answer)),
  )
  return { ...result, notes: notes.map(({ message }) => message), forecast, transaction }
}

describe.each(submissionOperations)('the answer to %s', (operation) => {
  const [resultName = '', ...others] = specified[operation].resultNames

  test('may have its result under the specified name, or, with a note, under another name', () => {
    for (const Success of [true, false]) {
      expect(read(operation, { [resultName]: { Success } })).toMatchObject({
        success: Success,
        notes: [],
      })
      for (const name of others) {
        expect(read(operation, { [name]: { Success } })).toMatchObject({
          success: Success,
          notes: [`${resultName} came as ${name}`],
        })
      }
    }
    expect(read(operation, { SomethingResult: { Success: true } }).success).toBeNull()
  })

  test('leaves success unknown if another result, under any name, contradicts the first', () => {
    for (const name of others) {
      expect(
        read(operation, { [resultName]: { Success: true }, [name]: { Success: false } }),
      ).toMatchObject({ success: null })
      expect(
        read(operation, {
          [resultName]: { Success: true },
          [name]: [{ Success: true }, 'text', { Success: false }],
        }),
      ).toMatchObject({ success: null })
      expect(
        read(operation, { [resultName]: { Success: true }, [name]: ['text', { Success: true }] }),
      ).toMatchObject({ success: true })
    }
    expect(read(operation, { [resultName]: { Success: true }, Success: false })).toMatchObject({
      success: null,
      notes: [contradiction],
    })
    expect(read(operation, { [resultName]: { Success: true }, Success: true })).toMatchObject({
      success: true,
      notes: [],
    })
  })

  test('may have several results if they agree', () => {
    expect(
      read(operation, {
        [resultName]: [{ Success: true, TransactionId: 'T1' }, { Success: true }],
      }),
    ).toMatchObject({ success: true, transactionId: 'T1' })
    expect(
      read(operation, { [resultName]: [{ Success: true }, { Success: false }] }).success,
    ).toBeNull()
    expect(read(operation, { [resultName]: [{ Success: true }, {}] })).toMatchObject({
      success: null,
      notes: ['came as several results that do not agree'],
    })
    expect(
      read(operation, { [resultName]: ['text', { Success: false, ErrorMessage: 'No.' }] }),
    ).toMatchObject({ success: false, errorMessage: 'No.' })
    expect(read(operation, { [resultName]: [] }).success).toBeNull()
  })

  test('may be a list of answers if they agree', () => {
    const one = (Success: boolean) => ({ [resultName]: { Success } })
    expect(read(operation, [one(true)])).toMatchObject({
      success: true,
      notes: ['the answer is a list; its first object was read'],
    })
    expect(read(operation, [one(true), 'text', one(true)]).success).toBe(true)
    expect(read(operation, [one(true), 'text', one(false)]).success).toBeNull()
    // Each object is read once, although the list also has other items.
    expect(read(operation, ['text', { [others[0] ?? '']: { Success: true } }]).notes).toEqual([
      'the answer is a list; its first object was read',
      `${resultName} came as ${others[0]}`,
    ])
    expect(readSubmission(operation, '[1]')).toMatchObject({
      ok: false,
      error: { code: 'service.unreadable' },
    })
  })

  test('has each field of its result read from that field’s own path', () => {
    const result = {
      Success: true,
      ErrorMessage: 'E',
      TransactionId: 'T',
      ClientTransactionId: 'CT',
      RKTransactionId: 'RT',
      RKTransactionMessage: 'RM',
      TransactionState: 'S',
      TransactionReturnCode: 'RC',
      TransactionData: 'D',
      HtmlTransactionConfirmation: true,
      ClientId: 'C',
      AnnuityPurchaseRequest: { Amount: 1 },
    }
    expect(read(operation, { [resultName]: result, Transaction: 'packed' })).toEqual({
      success: true,
      errorMessage: 'E',
      transactionId: 'T',
      clientTransactionId: 'CT',
      rkTransactionId: 'RT',
      rkTransactionMessage: 'RM',
      transactionState: 'S',
      transactionReturnCode: 'RC',
      transactionData: 'D',
      htmlTransactionConfirmation: true,
      clientId: 'C',
      annuityPurchaseRequest: { Amount: 1 },
      notes: [],
      forecast: null,
      transaction: 'packed',
    })
  })

  test('may give the reason for a decline beside the result; a success needs no reason', () => {
    const beside = { Message: 'The plan is closed.' }
    expect(read(operation, { [resultName]: { Success: false }, ...beside }).errorMessage).toBe(
      'The plan is closed.',
    )
    expect(read(operation, { [resultName]: {}, ...beside }).errorMessage).toBe(
      'The plan is closed.',
    )
    expect(
      read(operation, { [resultName]: { Success: false, ErrorMessage: 'No.' }, ...beside })
        .errorMessage,
    ).toBe('No.')
    expect(read(operation, { [resultName]: { Success: true }, ...beside }).errorMessage).toBe('')
  })

  test.each([
    { Success: true, TransactionId: 'T1' },
    { Success: false, ErrorMessage: 'No.', Message: 'Other.' },
    { success: false, error: 'upstream timed out' },
    { [resultName]: null, Success: true },
    { Result: { Success: false } },
    { data: { Result: { Success: true } } },
    { GatewayResult: { Success: true } },
  ])('decides nothing without the specified result: %j', (answer) => {
    const { success, notes } = read(operation, answer)
    expect(success).toBeNull()
    expect(notes).toContain(`the answer has no ${resultName}`)
  })

  test('shows the text and the message even if it decides nothing', () => {
    expect(
      read(operation, { Success: false, ErrorMessage: 'No.', Message: 'Other.' }),
    ).toMatchObject({ errorMessage: 'No.' })
    expect(read(operation, { Success: false, Message: 'Other.' }).errorMessage).toBe('Other.')
    expect(
      read(operation, { Success: false, ErrorMessage: 404, Message: 'Other.' }).errorMessage,
    ).toBe('404')
  })

  test('is contradictory if a result called Result beside it disagrees', () => {
    expect(
      read(operation, { [resultName]: { Success: true }, Result: { Success: false } }).success,
    ).toBeNull()
  })
})

describe('strategies', () => {
  const done = { EnrollmentResult: { Success: true } }

  test.each([null, ''])('sent as %j count as none, without a note', (Strategy) => {
    expect(read('enroll', { ...done, Strategy })).toMatchObject({
      success: true,
      forecast: null,
      notes: [],
    })
  })

  test('in an unspecified form are read, with a note', () => {
    expect(read('enroll', { ...done, Strategy: [] })).toMatchObject({
      notes: ['came as a list instead of an object with StrategyOutput'],
      forecast: { strategies: [], accountMappings: [], communicationXml: '', notes: [] },
    })
    const beside = read('enroll', { ...done, StrategyOutput: [] })
    expect([beside.notes, beside.forecast?.strategies]).toEqual([
      ['StrategyOutput came without Strategy around it'],
      [],
    ])
    expect(read('enroll', { ...done, Strategy: 5 })).toMatchObject({
      success: true,
      forecast: null,
    })
  })

  const without = submissionOperations.filter((name) => !('Strategy' in specified[name].answer))
  test.each(without)('are not read from the answer to %s', (operation) => {
    const [result = ''] = specified[operation].resultNames
    expect(read(operation, { [result]: { Success: true }, StrategyOutput: [] })).toMatchObject({
      forecast: null,
      notes: [],
    })
  })
})

test.each([
  ['', 'it is empty'],
  ['<html></html>', 'it is a page, not JSON'],
  ['no <', 'it is not JSON'],
  ['"a text"', 'it is not JSON'],
  ['7', 'it is a single value'],
])('the answer %j cannot be read, and the message says why', (text, words) => {
  const failed = readSubmission('optout', text)
  expect(failed).toMatchObject({ ok: false, error: { code: 'service.unreadable' } })
  expect(failed.ok ? '' : failed.error.message).toContain(words)
})

test("an unreadable answer is reported with the parser's error, and nesting that is too deep is reported as such", () => {
  const failed = (text: string) => {
    const result = readSubmission('optout', text)
    return result.ok ? null : result.error
  }
  expect(failed('{"a":')?.details).toMatch(/JSON/)
  expect(failed('7')?.details).toBe('')
  const deep = `{"a":1,"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  expect(failed(deep)?.message).toContain('nested too deep')
})

test('an answer after a byte order mark, inside a string, or wrapped is read, and each of these is noted', () => {
  const text = JSON.stringify({ OptOutResult: { Success: true } })
  const notesOf = (verbatim: string) => {
    const { result, notes } = unwrap(readSubmission('optout', verbatim))
    expect(result.success).toBe(true)
    return notes.map(({ message }) => message)
  }
  expect(notesOf(text)).toEqual([])
  expect(notesOf(`\uFEFF${text}`)).toEqual(['the answer starts with a byte order mark'])
  expect(notesOf(JSON.stringify(text))).toEqual(['the answer is JSON inside a JSON text'])
  expect(notesOf(`{"data":${text}}`)).toEqual(['the answer is wrapped in another object'])
  expect(notesOf(`{"a":{"b":${text}}}`)).toEqual(['the answer is wrapped in another object'])
  expect(unwrap(readSubmission('optout', `{"a":{"b":{"c":${text}}}}`)).result.success).toBeNull()
})

test('a nested Success counts only if it is inside a result or surrounds one', () => {
  const said = (more: string) =>
    unwrap(readSubmission('optout', `{"OptOutResult":{"Success":true},${more}}`)).result.success
  const [yes, no] = ['"OptOutResult":{"Success":true}', '"OptOutResult":{"Success":false}']
  // This Success is about another object.
  expect(said('"Details":{"Success":false,"x":{"y":[{"z":1},null,2]}}')).toBe(true)
  expect(said(`"Details":{"Success":true,${yes}}`)).toBe(true)
  // This Success surrounds a result, directly or further out.
  expect(said(`"Details":{"Success":false,${yes}}`)).toBeNull()
  expect(said(`"Details":{"Success":false,"x":{${yes}}}`)).toBeNull()
  // Both values of a repeated name count.
  expect(said(`"Details":{${no}},"Details":{}`)).toBeNull()
  expect(said(`"Details":{},"Details":{${no}}`)).toBeNull()
})

test('the note about a contradiction gives the path of the contradiction', () => {
  const text = '{"OptOutResult":{"Success":true,"success":false}}'
  expect(unwrap(readSubmission('optout', text)).notes).toContainEqual({
    path: 'OptOutResult.Success',
    message: contradiction,
  })
})

test('a result is found beside values that are not objects', () => {
  const text = '{"a":null,"b":"text","c":{"OptOutResult":{"Success":true}}}'
  expect(unwrap(readSubmission('optout', text)).result.success).toBe(true)
})

test('a result is found in one of two objects with the same name', () => {
  for (const text of [
    '{"a":{"OptOutResult":{"Success":true}},"a":{}}',
    '{"a":{},"a":{"OptOutResult":{"Success":true}}}',
  ]) {
    expect(unwrap(readSubmission('optout', text)).result.success).toBe(true)
  }
})

test('the reason is read under one of the names that services use; otherwise there is none', () => {
  const reason = (more: object) =>
    read('optout', { OptOutResult: { Success: false }, ...more }).errorMessage
  expect(reason({ error: 'e', error_description: 'd', Message: 'm' })).toBe('m')
  expect(reason({ error: 'e', error_description: 'd' })).toBe('d')
  expect(reason({ error: 'e' })).toBe('e')
  expect(reason({ Message: 5, error: { code: 1 } })).toBe('1')
  expect(reason({ Message: 5, title: 'Opt-out', Trace: ['x'] })).toBe('')
  expect(reason({})).toBe('')
})

test.each([
  [{ Error: { Message: 'Plan closed' } }, 'Plan closed'],
  [{ error: { message: 'Plan closed', code: 'E1' } }, 'Plan closed (E1)'],
  [{ Errors: ['Plan closed', { Message: 'Frozen' }] }, 'Plan closed; Frozen'],
  [{ errors: { PlanId: ['is unknown'] } }, 'PlanId: is unknown'],
])('the reason is found in any shape that an error body may have: %j', (more, words) => {
  expect(read('optout', { OptOutResult: { Success: false }, ...more }).errorMessage).toBe(words)
})

test('if an error message occurs several times, the last one counts', () => {
  const text = '{"OptOutResult":{"Success":false},"Error":{"Message":"One","Message":"Two"}}'
  expect(unwrap(readSubmission('optout', text)).result.errorMessage).toBe('Two')
})

test('a Success that is repeated thousands of times counts once', () => {
  const yes = '"Success":true,'.repeat(300_000)
  const { result } = unwrap(
    readSubmission('optout', `{"OptOutResult":{${yes}"TransactionId":"T"}}`),
  )
  expect([result.success, result.transactionId]).toEqual([true, 'T'])
})
