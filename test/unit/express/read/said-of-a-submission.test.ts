import { describe, expect, test } from 'vitest'
import { contradiction, readSubmission } from '#shared/express/read/read-submission.ts'
import { submissionOperations, type SubmissionOperation } from '#shared/express/operations.ts'
import { specified } from '#test/operations/index.ts'
import { unwrap } from '#test/support/worlds/submissions-house.ts'

/** Whether an answer says that the submission was carried out, under every name, and the notes about it. */

const read = (operation: SubmissionOperation, answer: unknown) => {
  const { result, notes, forecast, transaction } = unwrap(
    readSubmission(operation, JSON.stringify(answer)),
  )
  return { ...result, notes: notes.map(({ message }) => message), forecast, transaction }
}

describe.each(submissionOperations)('%s', (operation) => {
  const [resultName = '', ...others] = specified[operation].resultNames

  test('its result is found under the specified name without a note, and under another name with a note', () => {
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

  test('a result that another result contradicts, under any name, leaves success unknown', () => {
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

  test('several results count as one if they agree', () => {
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

  test('answers in a list count as one if they agree', () => {
    const one = (Success: boolean) => ({ [resultName]: { Success } })
    expect(read(operation, [one(true)])).toMatchObject({
      success: true,
      notes: ['the answer is a list; its first object was read'],
    })
    expect(read(operation, [one(true), 'text', one(true)]).success).toBe(true)
    expect(read(operation, [one(true), 'text', one(false)]).success).toBeNull()
    // Each object is read once, whatever else is in the list.
    expect(read(operation, ['text', { [others[0] ?? '']: { Success: true } }]).notes).toEqual([
      'the answer is a list; its first object was read',
      `${resultName} came as ${others[0]}`,
    ])
    expect(readSubmission(operation, '[1]')).toMatchObject({
      ok: false,
      error: { code: 'service.unreadable' },
    })
  })

  test('every field of its result is read from its own place', () => {
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

  test('the reason for a decline is looked for beside the result if the result has none; a success needs no reason', () => {
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

  test('an answer without a result is read by its own fields, which is noted', () => {
    const notes = [`the answer has no ${resultName}; its own fields were read instead`]
    expect(
      read(operation, { Success: false, ErrorMessage: 'No.', Message: 'Other.' }),
    ).toMatchObject({ success: false, errorMessage: 'No.', notes })
    expect(read(operation, { Success: false, Message: 'Other.' })).toMatchObject({
      success: false,
      errorMessage: 'Other.',
      notes,
    })
    expect(read(operation, { [resultName]: null, Success: true })).toMatchObject({ success: true })
    expect(read(operation, { Success: true, Message: 'Done.' }).errorMessage).toBe('')
    expect(read(operation, { Success: false, ErrorMessage: 404, Message: 'Other.' })).toMatchObject(
      { errorMessage: '404' },
    )
  })

  test('a result called Result is contradicted by what surrounds it, or by another of that name, at any depth', () => {
    const done = { Result: { Success: true } }
    expect(read(operation, { ...done, Success: false }).success).toBeNull()
    expect(read(operation, { Success: false, data: done }).success).toBeNull()
    expect(read(operation, { a: { Success: false, data: done } }).success).toBeNull()
    expect(
      read(operation, { ...done, Audit: { steps: [{ Result: { Success: false } }] } }).success,
    ).toBeNull()
  })
})

describe('strategies', () => {
  const done = { EnrollmentResult: { Success: true } }

  test.each([null, ''])('given as %j count as none, and nothing is noted', (Strategy) => {
    expect(read('enroll', { ...done, Strategy })).toMatchObject({
      success: true,
      forecast: null,
      notes: [],
    })
  })

  test('in another form are read, which is noted', () => {
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
  test.each(without)('are not looked for in the answer of %s', (operation) => {
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
])('%j cannot be read, and the message says what it is', (text, words) => {
  const failed = readSubmission('optout', text)
  expect(failed).toMatchObject({ ok: false, error: { code: 'service.unreadable' } })
  expect(failed.ok ? '' : failed.error.message).toContain(words)
})

test('details say what the reader could not read, and name too deep nesting as that', () => {
  const failed = (text: string) => {
    const result = readSubmission('optout', text)
    return result.ok ? null : result.error
  }
  expect(failed('{"a":')?.details).toMatch(/JSON/)
  expect(failed('7')?.details).toBe('')
  const deep = `{"a":1,"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  expect(failed(deep)?.message).toContain('nested too deep')
})

test('an answer after a byte order mark, inside a text, or wrapped is read, and each is noted', () => {
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

test('a nested flag counts only if it is inside a result or around one', () => {
  const said = (more: string) =>
    unwrap(readSubmission('optout', `{"OptOutResult":{"Success":true},${more}}`)).result.success
  const [yes, no] = ['"OptOutResult":{"Success":true}', '"OptOutResult":{"Success":false}']
  // This says something about another object.
  expect(said('"Details":{"Success":false,"x":{"y":[{"z":1},null,2]}}')).toBe(true)
  expect(said(`"Details":{"Success":true,${yes}}`)).toBe(true)
  // This surrounds a result, directly or further out.
  expect(said(`"Details":{"Success":false,${yes}}`)).toBeNull()
  expect(said(`"Details":{"Success":false,"x":{${yes}}}`)).toBeNull()
  // Both values of a repeated name count.
  expect(said(`"Details":{${no}},"Details":{}`)).toBeNull()
  expect(said(`"Details":{},"Details":{${no}}`)).toBeNull()
})

test('the note about a contradiction says where it is', () => {
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

test('the reason is a text under one of the names that services use; otherwise there is none', () => {
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

test('of a repeated error message, the last one counts', () => {
  const text = '{"OptOutResult":{"Success":false},"Error":{"Message":"One","Message":"Two"}}'
  expect(unwrap(readSubmission('optout', text)).result.errorMessage).toBe('Two')
})

test('very many statements about success are read like one', () => {
  const yes = '"Success":true,'.repeat(300_000)
  const { result } = unwrap(
    readSubmission('optout', `{"OptOutResult":{${yes}"TransactionId":"T"}}`),
  )
  expect([result.success, result.transactionId]).toEqual([true, 'T'])
})
