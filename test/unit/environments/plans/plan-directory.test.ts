import { afterAll, describe, expect, test } from 'vitest'
import { createListReader } from '#electron/core/lists/file/list-reader.ts'
import { trainingEnvironment } from '#electron/core/environments/environment.ts'
import { createPlanDirectory } from '#electron/core/environments/plans/plan-directory.ts'
import { createKeptPlans } from '#electron/core/records/kept-plans.ts'
import { teaching } from '#electron/core/submission/teach-plans.ts'
import { findPlans, indexPlans, plansCsv, plansJson } from '#shared/environments/plan-directory.ts'
import type { PlanEntry } from '#shared/environments/plan-directory.ts'
import type { Receipt } from '#shared/records/receipt.ts'
import { fail, ok } from '#shared/result.ts'
import { receiptRecord } from '#test/support/samples/saved-records.ts'
import { createListeningLogger } from '#test/support/doubles/listening-logger.ts'
import { unwrap as must } from '#test/support/worlds/submissions-house.ts'
import { everythingIn } from '#test/support/worlds/program.ts'
import { recordHouse } from '#test/support/worlds/record-house.ts'

const { logger } = createListeningLogger()
const reader = createListReader({ logger })
afterAll(() => reader.close())

const gone = fail({ code: 'environment.notFound', message: 'gone' })
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The plan directory with the real reader and a real database; `again` restarts the program. */
const open = (records = recordHouse()) => {
  let changes = 0
  const plans = createPlanDirectory({
    kept: createKeptPlans(records.store()),
    logger,
    environments: { get: (id) => (id === 'gone' ? gone : ok({ ...trainingEnvironment, id })) },
    readFile: reader.plans,
    changed: () => {
      changes += 1
    },
  })
  const refusal = async (bytes: Uint8Array): Promise<string> => {
    const done = await plans.importFile('uat', bytes)
    return done.ok ? '' : done.error.message
  }
  return { plans, records, refusal, changes: () => changes, again: () => open(records) }
}
const accepted = (planId: string, planType: string, environmentId = 'uat') => ({
  ...receiptRecord('r', 'accepted'),
  environment: { id: environmentId, name: environmentId, kind: 'uat' as const },
  plans: [{ planId, planType, serviceOption: '' }],
})
/**
 * Saved records from which the directory learns plans; `answer` says whether records are stored
 * permanently.
 */
const teachingHouse = () => {
  const savedRecords = recordHouse().saved()
  const lasting = Promise.withResolvers<boolean>()
  const learned: string[] = []
  let asked = 0
  const state = async () => {
    asked += 1
    return { persistent: await lasting.promise, message: '' }
  }
  const learn = async ({ outcome }: Pick<Receipt, 'outcome'>): Promise<void> =>
    void learned.push(outcome)
  return {
    savedRecords: teaching({ ...savedRecords, state }, { learn }),
    learned,
    answer: lasting.resolve,
    asked: () => asked,
  }
}
const entry = (planId: string, planType = '401K', name = ''): PlanEntry => ({
  planId,
  planType,
  name,
  source: 'imported',
})

describe('a plan file', () => {
  test('is imported completely, and its plans are still there after a restart', async () => {
    const { plans, again, changes } = open()
    const file =
      'Plan ID;Name;Plan type\r\nACME401K;Ácme savings;401K\r\nACME403B;;403B\r\nACME401K;Acme again;401k\r\n'
    expect(must(await plans.importFile('uat', utf8(file)))).toEqual({
      added: 2,
      changed: 0,
      same: 0,
    })
    expect(
      must(
        await plans.importFile(
          'uat',
          utf8('PlanId,PlanType,Name\nACME403B,403B,Teachers\nACME401K,401K,Ácme savings'),
        ),
      ),
    ).toEqual({ added: 0, changed: 1, same: 1 })
    expect(changes()).toBe(2)
    expect(must(await again().plans.list('uat'))).toEqual([
      entry('ACME401K', '401K', 'Ácme savings'),
      entry('ACME403B', '403B', 'Teachers'),
    ])
    expect(must(await plans.list('training'))).toEqual([])
    expect(await plans.list('gone')).toMatchObject({
      ok: false,
      error: { code: 'environment.notFound' },
    })
  })

  test.each([
    ['a heading that is missing', 'PlanId,Sponsor\nA,B\n', 'Row 1 has no heading PlanType.'],
    [
      'no headings',
      'ACME401K,401K\nACME403B,403B\n',
      'Row 1 has no heading PlanId and no heading PlanType.',
    ],
    [
      'an id with two types',
      'PlanId,PlanType\nA,401K\nB,403B\na ,457B\n',
      'Row 4: plan a is 457B here and 401K in row 2.',
    ],
    ['a plan without a type', 'PlanId,PlanType\nA,401K\n\nB,\n', 'Row 4 has no PlanType.'],
    ['a plan without an id', 'PlanId,PlanType\n,401K\n', 'Row 2 has no PlanId.'],
    [
      'an id that cannot be one',
      `PlanId,PlanType\n${'A'.repeat(201)},401K\n`,
      'Row 2 has a PlanId of more than 200 characters.',
    ],
    [
      'an extra comma',
      'PlanId,PlanType\nA,401K\nB,C,401K\n',
      'Row 3 has more cells than row 1 has headings.',
    ],
    [
      'a character that was lost',
      'PlanId,PlanType,Name\nA,401K,Caf\ufffd\n',
      'Row 2 has characters in its Name that are not text.',
    ],
    [
      'a control character',
      'PlanId,PlanType\nA\u0007,401K\n',
      'Row 2 has characters in its PlanId that are not text.',
    ],
    [
      'a quotation mark that is never closed',
      'PlanId,PlanType\nA,"401K\nB,403B\n',
      'A cell that begins with a quotation mark is never closed. It begins in or after line 2.',
    ],
    ['no rows', '', 'The file is empty.'],
  ])('with %s changes nothing, and the message names the row', async (_what, text, message) => {
    const { plans, refusal, changes } = open()
    must(await plans.importFile('uat', utf8('PlanId,PlanType\nKEPT,401K\n')))
    expect(await refusal(utf8(text))).toBe(message)
    expect(changes()).toBe(1)
    expect(must(await plans.list('uat'))).toEqual([entry('KEPT')])
  })

  test('that is a workbook or is cut off is refused', async () => {
    const { refusal } = open()
    expect(await refusal(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))).toBe(
      'This is a workbook and not a CSV file.',
    )
    expect(await refusal(utf8('PlanId,PlanType\nA,401K\nB'))).toBe('Row 3 has no PlanType.')
  })

  test.each(['utf-16le', 'windows-1252'])('in %s keeps its characters', async (encoding) => {
    const text = 'PlanId;PlanType;Name\r\nÑ1;401K;Año nuevo – Müller\r\n'
    const { default: iconv } = await import('iconv-lite')
    const { plans } = open()
    must(
      await plans.importFile(
        'uat',
        iconv.encode(text, encoding, { addBOM: encoding === 'utf-16le' }),
      ),
    )
    expect(must(await plans.list('uat'))).toEqual([entry('Ñ1', '401K', 'Año nuevo – Müller')])
  })

  test.each([
    ['=1+1,401K,x', 'Row 2 has a formula as its PlanId.'],
    ['P-1, =A1,x', 'Row 2 has a formula as its PlanType.'],
    ['P-1,401K,"=HYPERLINK(""http://x"")"', 'Row 2 has a formula as its Name.'],
    ['1.23457E+11,401K,x', 'Row 2 has a PlanId that a spreadsheet has shortened'],
    [' 123-45-6789,401K,x', 'Row 2 has a PlanId that is written like a Social Security number'],
  ])('with the row %s is refused as a whole', async (row, why) => {
    const { plans, refusal } = open()
    expect(await refusal(utf8(`PlanId,PlanType,Name\n${row}\nP-2,401K,y\n`))).toContain(why)
    expect(must(await plans.list('uat'))).toEqual([])
  })

  test('with ids that a spreadsheet kept as text is accepted', async () => {
    const { plans } = open()
    const file = 'PlanId,PlanType\n"=""0123""",401K\n123456789,403B\n'
    must(await plans.importFile('uat', utf8(file)))
    expect(must(await plans.list('uat')).map(({ planId }) => planId)).toEqual(['0123', '123456789'])
  })

  test('that is damaged in the database never counts as empty, and can be removed', async () => {
    const { plans, records, again } = open()
    must(await plans.importFile('uat', utf8('PlanId,PlanType\nP-1,401K\nP-2,401K\n')))
    records.run("UPDATE plans SET body = x'00'")
    const later = again().plans
    const damaged = { ok: false, error: { code: 'records.damaged' } }
    expect(await later.list('uat')).toMatchObject(damaged)
    expect(await later.importFile('uat', utf8('PlanId,PlanType\nP-3,401K\n'))).toMatchObject(
      damaged,
    )
    await later.learn(accepted('P-4', '401K'))
    must(await later.remove('uat'))
    expect(must(await again().plans.list('uat'))).toEqual([])
  })

  test('with ids that look like formulas is exported protected and imported unchanged', async () => {
    const ids = ['=1+1', '+A', '-B', '@C', 'D"e,f', 'D,-e', 'D;=e', "D,'e"]
    const { plans, again } = open()
    must(
      await plans.importFile(
        'uat',
        utf8(plansCsv(ids.map((id) => entry(id, '401K', '=HYPERLINK(1)')))),
      ),
    )
    const before = must(await plans.list('uat'))
    expect(before.map(({ planId }) => planId).toSorted()).toEqual(ids.toSorted())
    const file = plansCsv(before)
    expect(file).not.toMatch(/(^|[,;\t\r\n"])[=+\-@]/)
    expect(JSON.parse(plansJson(before))).toContainEqual({
      PlanId: '=1+1',
      PlanType: '401K',
      Name: '=HYPERLINK(1)',
    })
    must(await plans.remove('uat'))
    must(await plans.importFile('uat', utf8(file)))
    expect(must(await again().plans.list('uat'))).toEqual(before)
  })

  test('with ten thousand plans is accepted, and with one more is refused', async () => {
    const rows = (many: number): Uint8Array =>
      utf8(
        `PlanId,PlanType,Name\n${Array.from({ length: many }, (_, at) => `PLAN${String(at).padStart(5, '0')},401K,Sponsor ${at}`).join('\n')}\n`,
      )
    const { plans, refusal } = open()
    expect(must(await plans.importFile('uat', rows(10_000)))).toMatchObject({ added: 10_000 })
    const index = indexPlans(must(await plans.list('uat')))
    expect(findPlans(index, 'sponsor 9999').map(({ planId }) => planId)).toEqual(['PLAN09999'])
    expect(findPlans(index, 'plan0000')).toHaveLength(10)
    expect(await refusal(rows(10_001))).toBe('The file has more than 10,000 rows.')
  })
})

describe('what the directory learns', () => {
  test('is the plan of an accepted receipt, and nothing about the participant', async () => {
    const { plans, records, again } = open()
    await plans.learn(accepted('ACME401K', '401K'))
    await plans.learn(accepted('ACME401K', '401K'))
    await plans.learn({ ...accepted('NOPE', '401K'), outcome: 'declined' })
    await plans.learn(accepted('987-65-4321', '401K'))
    expect(must(await again().plans.list('uat'))).toEqual([
      { ...entry('ACME401K'), source: 'learned' },
    ])
    expect(everythingIn(records.dataDir)).not.toContain('ACME401K')
  })

  test('is never a participant id typed as a plan, and does not change imported plans', async () => {
    const { plans } = open()
    must(await plans.importFile('uat', utf8('PlanId,PlanType,Name\nACME401K,401K,Acme\n')))
    await plans.learn(accepted('acme401k', '403B'))
    await plans.learn(
      accepted(receiptRecord('r', 'accepted').subject.participantId.toLowerCase(), '401K'),
    )
    await plans.learn(accepted('', '401K'))
    expect(must(await plans.list('uat'))).toEqual([entry('ACME401K', '401K', 'Acme')])
  })

  test('is never the id of anybody in a file with several participants', async () => {
    const { plans } = open()
    const among = [
      { participantId: 'P-7', name: 'Ann' },
      { participantId: 'P-8', name: 'Ben' },
    ]
    const ofSeveral = {
      ...accepted('P-1', '401K'),
      subject: { participantId: '', name: '2 participants', among },
    }
    const row = (planId: string) => ({ planId, planType: '401K', serviceOption: '' })
    await plans.learn({ ...ofSeveral, plans: [row('p-8'), row('ACME401K'), row('P-7 ')] })
    expect(must(await plans.list('uat')).map(({ planId }) => planId)).toEqual(['ACME401K'])
  })

  test('does not delay saving a receipt, and comes only from accepted receipts', async () => {
    const { savedRecords, learned, answer, asked } = teachingHouse()
    const results = [
      receiptRecord('a', 'declined'),
      receiptRecord('b', 'inDoubt'),
      receiptRecord('c', 'accepted'),
    ]
    for (const record of results)
      expect(await savedRecords.save(record, '')).toMatchObject({ ok: true })
    expect([asked(), learned]).toEqual([1, []])
    answer(true)
    await expect.poll(() => learned).toEqual(['accepted'])
  })

  test('is nothing if the session has no keychain', async () => {
    const { savedRecords, learned, answer, asked } = teachingHouse()
    answer(false)
    await savedRecords.save(receiptRecord('c', 'accepted'), '')
    await new Promise((resolve) => setImmediate(resolve))
    expect([asked(), learned]).toEqual([1, []])
  })
})
