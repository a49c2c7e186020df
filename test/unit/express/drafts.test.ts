import { describe, expect, test } from 'vitest'
import {
  operations,
  readDraft,
  submissionNamed,
  submissionDraftSchema,
  submissionOperations,
  takesInputs,
  type SubmissionDraft,
} from '#shared/express/operations.ts'
import type { EnrollInputs } from '#shared/express/requests.ts'
import { specified } from '#test/operations/index.ts'

/** Tests the name of each submission, the content of its draft, and what is sent. */

describe.each(submissionOperations)('%s', (name) => {
  const { title, label, receipt, body, answer, draft, says, sends, otherwise, noDraft } =
    specified[name]
  const submission = submissionNamed(name)
  const fieldsOf = (
    given: SubmissionDraft,
    asSent = (inputs: EnrollInputs): EnrollInputs => inputs,
  ) => readDraft(given).fields('<P/>', asSent)

  test('has the title and label that users know', () => {
    expect([operations[name].title, submission.label]).toEqual([title, label])
  })

  test('has the receipt wording that is spelled out in this test', () => {
    const { noun, asked, does, happened } = submission.receipt
    const { plans } = readDraft(draft).says
    expect({ noun, asked: asked(plans), does: does(plans), happened }).toEqual(receipt)
  })

  test('is answered with strategies if the specification says so', () => {
    expect(submission.strategy).toBe('Strategy' in answer)
  })

  test('has a draft that reads as specified, and sends the specified fields', () => {
    expect(readDraft(draft).says).toEqual(says)
    expect(fieldsOf(draft)).toEqual(sends)
  })

  test.each(otherwise)(
    'reads and sends the changed values if its draft is changed by $change',
    (other) => {
      const changed = submissionDraftSchema.parse({ ...draft, ...other.change })
      expect(readDraft(changed).says).toEqual({ ...says, ...other.says })
      expect(fieldsOf(changed)).toEqual(
        Object.fromEntries(
          Object.entries({ ...sends, ...other.sends }).filter(([, value]) => value !== undefined),
        ),
      )
      expect(Object.values(fieldsOf(changed))).not.toContain(undefined)
    },
  )

  test('accepts the inputs of a forecast if the specification says so', () => {
    expect(takesInputs(name)).toBe('RetirementAge' in body)
  })

  test('sends amounts in the unit that the environment expects', () => {
    const inputs: object = 'inputs' in draft ? draft.inputs : {}
    const taken: EnrollInputs = { Salary: 5_000 }
    const others = Object.entries(sends).filter(([field]) => !(field in inputs))
    expect(fieldsOf(draft, () => taken)).toEqual({
      ...Object.fromEntries(others),
      ...('inputs' in draft ? taken : {}),
    })
  })

  test.each([
    { operation: submissionOperations.find((other) => other !== name) },
    { more: 1 },
    { transactionUrl: 5 },
    ...noDraft,
  ])('is refused if its draft is changed by %j', (change) => {
    expect(submission.draft.safeParse({ ...draft, ...change }).success).toBe(false)
  })
})
