import { expect, test } from 'vitest'
import { readDraft, submissionOperations } from '#shared/express/operations.ts'
import { planWords } from '#shared/express/field.ts'
import { isObject } from '#shared/is-object.ts'
import { specified } from '#test/operations/index.ts'

/** If a new plan-row field had no words, its value would be missing from the receipt. */
test.each(submissionOperations)(
  "every value in a plan row for %s appears in the row's words",
  (name) => {
    const { draft } = specified[name]
    const rows = Object.values(draft)
      .flatMap((value: unknown): unknown[] => (Array.isArray(value) ? value : []))
      .filter(isObject)
      .filter((row) => 'PlanId' in row)
    expect(rows).not.toEqual([])
    const words = readDraft(draft).says.plans.map(planWords).join('\n')
    for (const value of rows.flatMap((row) => Object.values(row)))
      expect(words).toContain(typeof value === 'number' ? String(value) : value)
  },
)
