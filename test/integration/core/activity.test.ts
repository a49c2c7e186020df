import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseName } from '#electron/core/database/database.ts'
import type { ActivityRecord } from '#shared/activity/activity.ts'
import { openRealCore, type RealCore } from '#test/support/worlds/real-core.ts'
import { temporaryFolder } from '#test/support/worlds/program.ts'

/** Tests what the real core logs over a working day, and what a page can read of it. */

const dataDir = path.join(temporaryFolder('activity-core'), 'data')
let house: RealCore

beforeAll(async () => {
  mkdirSync(dataDir)
  house = await openRealCore(dataDir)
}, 60_000)
afterAll(() => house.core.close())

const all = async (request = {}): Promise<ActivityRecord[]> =>
  (await house.must('activity.list', { limit: 1000, ...request })).records
const pairs = (records: readonly ActivityRecord[]): string[] =>
  records.toReversed().map(({ action, outcome }) => `${action} ${outcome}`)

describe('the core’s activity log', { timeout: 60_000 }, () => {
  test('lists every use in order, without names', async () => {
    const [example] = await house.must('participant.examples', {})
    const { handle, participants } = await house.must('participant.open', {
      kind: 'example',
      id: example?.id ?? '',
    })
    const saved = await house.must('forecast.run', {
      handle,
      operation: 'forecast',
      inputs: {},
      jobId: 'one',
    })
    await house.must('records.open', { id: saved.id })
    await house.must('activity.recordUse', { action: 'print', recordId: saved.id })
    await house.must('settings.change', { theme: 'dark' })
    const environment = await house.must('environments.save', {
      name: 'Secret name',
      kind: 'uat',
      baseUrl: 'https://uat.example',
      clientId: 'ACME',
      credentialStyle: 'bearer',
    })
    const environmentId = environment.id
    await house.must('credentials.save', {
      environmentId,
      credentials: { style: 'bearer', value: 'canary-value' },
    })
    await house.must('credentials.forget', { environmentId })
    const review = await house.must('submission.review', {
      operation: 'optout',
      participantId: 'U-77',
      firstName: 'Zephyrine',
      lastName: 'Quill',
      optoutInfo: [{ PlanId: 'QUILL401K', PlanType: '401K' }],
      reason: 'Prefers own choice',
    })
    const receipt = await house.must('submission.send', { submissionId: review.submissionId })
    await house.must('records.remove', { id: saved.id })
    await house.must('activity.verify', {})

    const records = await all()
    const told = pairs(records).filter((pair) => pair !== 'verify intact')
    expect(told).toEqual([
      'start keychainKey',
      'open done',
      'forecast done',
      'view done',
      'print done',
      'settings done',
      'settings done',
      'credentialsWritten done',
      'credentialsForgotten done',
      'submission intended',
      'submission sending',
      `submission ${receipt.outcome}`,
      'remove done',
    ])
    const about = records.filter(({ action }) =>
      ['open', 'forecast', 'view', 'print', 'remove'].includes(action),
    )
    expect(new Set(about.map(({ subject }) => subject)).size).toBe(1)
    for (const action of ['forecast', 'remove'])
      expect(records.find((record) => record.action === action)?.id).toBe(saved.id)
    expect(records.filter(({ action }) => action === 'submission').map(({ id }) => id)).toEqual(
      Array(3).fill(review.submissionId),
    )
    const name = participants[0]?.lastName ?? ''
    const kept = readdirSync(dataDir)
      .filter((file) => file.startsWith(databaseName))
      .map((file) => readFileSync(path.join(dataDir, file), 'latin1'))
      .concat(JSON.stringify(records))
      .join('')
    for (const secret of [
      name,
      participants[0]?.userId ?? '',
      'Zephyrine',
      'Quill',
      'U-77',
      'canary-value',
      'Secret name',
    ]) {
      expect(secret.length).toBeGreaterThan(2)
      expect(kept).not.toContain(secret)
    }
  })

  test('can be read page by page, and with filters', async () => {
    const whole = await all()
    const paged: ActivityRecord[] = []
    let cursor: string | undefined
    do {
      const page = await house.must('activity.list', {
        limit: 3,
        ...(cursor === undefined ? {} : { cursor }),
      })
      paged.push(...page.records)
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(whole)
    expect(pairs(await all({ action: 'credentialsWritten' }))).toEqual(['credentialsWritten done'])
    expect(await all({ day: '1999-01-01' })).toEqual([])
    expect(
      (await all({ environment: 'training' })).every(
        ({ environment }) => environment === 'training',
      ),
    ).toBe(true)
  })

  test('is exported with its last code and the check’s findings', async () => {
    const json = await house.must('activity.export', { format: 'json' })
    expect(JSON.parse(json.text)).toMatchObject({ check: { state: 'intact', problems: [] } })
    const csv = await house.must('activity.export', { format: 'csv' })
    const [first = '', second = '', ...rows] = csv.text.trimEnd().split('\r\n')
    expect(first).toMatch(/^"# Check at .*: intact; \d+ records; last code [\w-]{43}"$/)
    expect(second).toBe('n,at,user,machine,action,environment,subject,id,outcome,change,mac')
    expect(rows.length).toBeGreaterThan(10)
    expect(csv.fileName).toMatch(/^glidepath-activity-\d{4}-\d\d-\d\d\.csv$/)
  })
})
