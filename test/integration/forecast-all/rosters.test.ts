import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { personSpecs } from '#electron/training/people/example-people.ts'
import { randomPeople } from '#test/support/people/random-people.ts'
import { writePeopleXml } from '#electron/training/people/write-person-xml.ts'
import type { RosterRow, RosterView } from '#shared/forecasts/roster.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { openRealCore, type Around, type RealCore } from '#test/support/real-core.ts'
import { startUatServer } from '#test/support/uat-server.ts'

const seed = process.env['GLIDEPATH_SEED'] ?? String(Math.floor(Math.random() * 2 ** 31))
process.stderr.write(`seed ${seed} (GLIDEPATH_SEED)\n`)

let house: RealCore | null = null
afterEach(async () => {
  await house?.core.close()
  house = null
})
const newFolder = (): string => {
  const dataDir = path.join(temporaryFolder('rosters'), 'data')
  mkdirSync(dataDir)
  return dataDir
}
const open = async (around: Around = {}, dataDir = newFolder()): Promise<RealCore> => {
  house = await openRealCore(dataDir, around)
  return house
}
const people = personSpecs.slice(0, 8)
const xml = writePeopleXml(people)
const openRoster = async ({ must }: RealCore, text = xml): Promise<string> => {
  const { handle } = await must('participant.open', {
    kind: 'file',
    name: 'team.xml',
    bytes: Buffer.from(text),
  })
  return (await must('roster.openFile', { handle })).rosterId
}
const run = (
  { must }: RealCore,
  rosterId: string,
  scope: 'all' | 'failed' | 'missing' = 'all',
): Promise<RosterView> => must('roster.run', { rosterId, scope, jobId: `run ${scope}` })
const withFigures = (view: RosterView): readonly RosterRow[] =>
  view.rows.filter(({ figures }) => figures !== null)

const percentileSchema = z.object({
  Percentage: z.unknown(),
  SustainableRetirementIncome: z.unknown(),
  RetirementIncomeAtVariousRetirementAges: z.array(z.record(z.string(), z.unknown())),
})
const answerSchema = z.object({
  StrategyOutput: z.array(
    z.object({
      StrategyType: z.string(),
      RetirementAge: z.unknown(),
      NetRetirementIncomeGoal: z.unknown(),
      Percentile: z.array(percentileSchema),
    }),
  ),
})
const numberIn = (value: unknown): number => Number(value)
/** The verbatim answer, read by nothing of the program. */
const verbatimOf = async ({ must }: RealCore, recordId: string) => {
  const { text } = await must('records.verbatim', { id: recordId })
  return answerSchema.parse(JSON.parse(text)).StrategyOutput
}

test(
  'each participant goes alone, and the row says what the verbatim answer says',
  { timeout: 120_000 },
  async () => {
    const real = await open()
    const text = writePeopleXml([...people, ...randomPeople(12, seed)])
    const rosterId = await openRoster(real, text)
    const before = await real.must('roster.get', { rosterId })
    expect(before.rows).toHaveLength(20)
    expect(withFigures(before)).toEqual([])
    expect(real.training.counts().received.forecast).toBe(0)

    const moved: number[] = []
    real.core.events.on((event, payload) => {
      if (event === 'roster.moved' && 'rows' in payload && Array.isArray(payload.rows))
        moved.push(payload.rows.length)
    })
    const view = await run(real, rosterId)
    expect(view).toMatchObject({ running: false, why: '', lastRun: { forecast: 20 } })
    expect(moved.length).toBeGreaterThan(0)
    expect(real.training.counts().received.forecast).toBe(20)
    const items = await real.must('records.list', {})
    expect(items).toHaveLength(20)

    let closed = 0
    for (const { participantId, name, figures, problem } of view.rows) {
      expect(problem).toBeNull()
      if (figures === null) throw new Error(`no figures for ${name}`)
      const record = await real.must('records.open', { id: figures.recordId })
      if (record.kind !== 'forecast') throw new Error('no forecast')
      expect(record.subject.participantId).toBe(participantId)
      expect(record.communication.text).toContain(`(${participantId})`)
      expect(record.communication.text).not.toMatch(/participants in the file/)

      const strategies = await verbatimOf(real, figures.recordId)
      const current = strategies.find(({ StrategyType }) => StrategyType === 'Current')
      const revised = strategies.find(({ StrategyType }) => StrategyType === 'Revised')
      const at = (strategy: typeof current, percentage: number) =>
        strategy?.Percentile.find((entry) => numberIn(entry.Percentage) === percentage)
      const income = (strategy: typeof current, percentage: number): number =>
        numberIn(at(strategy, percentage)?.SustainableRetirementIncome) / 12
      const typical = income(current, 50)
      expect(figures.typical).toBeCloseTo(typical, 6)
      expect(figures.poor).toBeCloseTo(income(current, 10), 6)
      expect(figures.adds).toBe(Math.round(income(revised, 50)) - Math.round(typical))
      const goal = numberIn(current?.NetRetirementIncomeGoal ?? 0)
      const need =
        goal > 0 ? goal / 12 : record.profile?.salary ? (record.profile.salary * 0.7) / 12 : null
      if (need === null) {
        expect(figures).toMatchObject({
          need: null,
          verdict: 'unknown',
          typicalGap: null,
          retireAt: null,
        })
        continue
      }
      const gap = Math.round(typical) - Math.round(need)
      const poorGap = Math.round(income(current, 10)) - Math.round(need)
      expect(figures.need).toBeCloseTo(need, 6)
      expect(figures).toMatchObject({
        typicalGap: gap,
        poorGap,
        verdict: gap < 0 ? 'short' : poorGap < 0 ? 'typicalOnly' : 'enough',
      })
      const table = (at(current, 50)?.RetirementIncomeAtVariousRetirementAges ?? []).map((row) => {
        const key = (pattern: RegExp): string =>
          Object.keys(row).find((each) => pattern.test(each)) ?? ''
        return [numberIn(row[key(/age$/i)]), numberIn(row[key(/income|value|amount/i)])] as const
      })
      const own = numberIn(current?.RetirementAge)
      const base = table.find(([age]) => age === own)?.[1]
      const enough = table
        .filter(
          ([age, amount]) =>
            age > own &&
            base !== undefined &&
            base > 0 &&
            Math.round((typical * amount) / base) >= Math.round(need),
        )
        .map(([age]) => age)
      const retireAt = gap < 0 && enough.length > 0 ? Math.min(...enough) : null
      expect(figures.retireAt).toBe(retireAt)
      if (retireAt !== null) closed += 1
    }
    expect(closed).toBeGreaterThan(0)
  },
)

test(
  'a restart, another setting and another environment: the figures are those of what was kept here',
  { timeout: 120_000 },
  async () => {
    const dataDir = newFolder()
    const first = await open({}, dataDir)
    const before = await run(first, await openRoster(first))
    await first.core.close()
    const real = await open({}, dataDir)
    const rosterId = await openRoster(real)
    const after = await real.must('roster.get', { rosterId })
    expect(after.rows.map(({ figures }) => figures)).toEqual(
      before.rows.map(({ figures }) => figures),
    )
    expect(real.training.counts().received.forecast).toBe(0)
    await real.must('settings.change', { headlinePercentile: 25 })
    const [row] = (await real.must('roster.get', { rosterId })).rows
    const strategies = await verbatimOf(real, row?.figures?.recordId ?? '')
    const lower = strategies[0]?.Percentile.toSorted(
      (a, b) =>
        Math.abs(numberIn(a.Percentage) - 25) - Math.abs(numberIn(b.Percentage) - 25) ||
        numberIn(a.Percentage) - numberIn(b.Percentage),
    )[0]
    expect(row?.figures?.typicalPercentile).toBe(numberIn(lower?.Percentage))
    expect(row?.figures?.typical).toBeCloseTo(numberIn(lower?.SustainableRetirementIncome) / 12, 6)

    const uat = await startUatServer()
    try {
      const { id } = await real.must('environments.save', {
        name: 'UAT',
        kind: 'uat',
        baseUrl: uat.url,
        clientId: 'ACME',
        credentialStyle: 'basic',
      })
      await real.must('environments.select', { environmentId: id })
      const elsewhere = await real.must('roster.get', { rosterId })
      expect(withFigures(elsewhere)).toEqual([])
      expect(elsewhere.environment.id).toBe(id)
      await real.must('environments.select', { environmentId: 'training' })
      expect(withFigures(await real.must('roster.get', { rosterId }))).toHaveLength(8)
    } finally {
      await uat.stop()
    }
  },
)

test(
  'a what-if of the same participant is not taken for today, and what was run for all is no talk',
  { timeout: 120_000 },
  async () => {
    const real = await open()
    const rosterId = await openRoster(real)
    const before = await run(real, rosterId)
    expect(before.rows.every(({ lastTalk }) => lastTalk === null)).toBe(true)
    const alone = await real.must('roster.openOnly', { rosterId, row: 2 })
    expect(alone).toMatchObject({ partOf: { fileName: 'team.xml', number: 3, participants: 8 } })
    expect(alone.participants[0]?.userId).toBe(people[2]?.userId)
    const asked = { handle: alone.handle, operation: 'forecast', jobId: 'one' } as const
    await real.must('forecast.run', { ...asked, inputs: { RetirementAge: 70 } })
    const same = await real.must('roster.get', { rosterId })
    expect(same.rows[2]?.figures).toEqual(before.rows[2]?.figures)
    // The very same request as the run's: the newest one counts.
    const again = await real.must('forecast.run', { ...asked, inputs: {} })
    expect((await real.must('roster.get', { rosterId })).rows[2]?.figures?.recordId).toBe(again.id)
    await real.must('records.remove', { id: again.id })
    expect((await real.must('roster.get', { rosterId })).rows[2]?.figures?.recordId).toBe(
      before.rows[2]?.figures?.recordId,
    )

    const review = await real.must('submission.review', {
      operation: 'enroll',
      handle: alone.handle,
      enrollmentInfo: [
        {
          PlanId: people[2]?.plans[0]?.planId ?? '',
          PlanType: '401K',
          ServiceOption: 'ManagedAccounts',
        },
      ],
      inputs: {},
    })
    const receipt = await real.must('submission.send', { submissionId: review.submissionId })
    const talked = await real.must('roster.get', { rosterId })
    expect(talked.rows.map(({ lastTalk }) => lastTalk)).toEqual(
      talked.rows.map(({ row }) => (row === 2 ? receipt.savedAt : null)),
    )
  },
)

test(
  'one that the service refuses is a row that says why, and is run again alone',
  { timeout: 120_000 },
  async () => {
    const real = await open()
    const rosterId = await openRoster(real)
    real.training.faults.set('forecast', { kind: 'successFalse', message: 'Not this one' }, 1, 3)
    const view = await run(real, rosterId)
    expect(view.why).toBe('')
    const failed = view.rows.filter(({ problem }) => problem !== null)
    expect(failed).toHaveLength(1)
    expect(failed[0]?.figures).toBeNull()
    expect(withFigures(view)).toHaveLength(7)
    const received = real.training.counts().received.forecast
    const mended = await run(real, rosterId, 'failed')
    expect(real.training.counts().received.forecast).toBe(received + 1)
    expect(withFigures(mended)).toHaveLength(8)
    expect(mended.rows.every(({ problem }) => problem === null)).toBe(true)
  },
)

test(
  'a service that fails one time after the other is not asked on, with one sentence',
  { timeout: 120_000 },
  async () => {
    const real = await open()
    const text = writePeopleXml(randomPeople(30, `fail ${seed}`))
    const rosterId = await openRoster(real, text)
    real.training.faults.set('forecast', { kind: 'successFalse', message: 'Not this one' }, 1000)
    const view = await run(real, rosterId)
    expect(view.why).toMatch(
      /^The service failed 5 times in a row, so nothing more was asked for\. The last time: /,
    )
    expect(real.training.counts().received.forecast).toBeLessThan(5 + 4)
    expect(withFigures(view)).toEqual([])
    real.training.faults.clear()
    const rest = await run(real, rosterId, 'missing')
    expect(rest.why).toBe('')
    expect(withFigures(rest)).toHaveLength(30)
  },
)

test(
  'cancelled in the middle: what is there is kept, and nobody is said to have failed',
  { timeout: 120_000 },
  async () => {
    const real = await open()
    const rosterId = await openRoster(real, writePeopleXml(randomPeople(40, `cancel ${seed}`)))
    real.core.events.on((event, payload) => {
      if (event === 'job.progress' && 'fraction' in payload && (payload.fraction ?? 0) > 0.1)
        void real.call('job.cancel', { jobId: payload.jobId })
    })
    const view = await run(real, rosterId)
    expect(view.why).toBe('You canceled it. What was forecast before that is kept.')
    const known = withFigures(view).length
    expect(known).toBeGreaterThan(3)
    expect(known).toBeLessThan(40)
    expect(view.rows.every(({ problem, running }) => problem === null && !running)).toBe(true)
    expect(await real.must('records.list', {})).toHaveLength(known)
  },
)

test(
  'another environment chosen in the middle stops it; nothing goes there, and nothing is mixed',
  { timeout: 120_000 },
  async () => {
    const uat = await startUatServer()
    try {
      const real = await open()
      const { id } = await real.must('environments.save', {
        name: 'UAT',
        kind: 'uat',
        baseUrl: uat.url,
        clientId: 'ACME',
        credentialStyle: 'basic',
      })
      await real.must('credentials.save', {
        environmentId: id,
        credentials: { style: 'basic', clientId: 'a', clientSecret: 'b' },
      })
      const rosterId = await openRoster(real, writePeopleXml(randomPeople(40, `elsewhere ${seed}`)))
      const choices: Promise<unknown>[] = []
      real.core.events.on((event, payload) => {
        if (
          event === 'job.progress' &&
          'fraction' in payload &&
          (payload.fraction ?? 0) > 0.1 &&
          choices.length === 0
        ) {
          choices.push(real.must('environments.select', { environmentId: id }))
        }
      })
      const view = await run(real, rosterId)
      await Promise.all(choices)
      expect(view.why).toMatch(
        /^This was for Training, and UAT at .* is in use now\. Nothing was sent\./,
      )
      expect(view.environment.id).toBe(id)
      expect(withFigures(view)).toEqual([])
      expect(view.rows.every(({ problem }) => problem === null)).toBe(true)
      const items = await real.must('records.list', {})
      expect(items.length).toBeGreaterThan(3)
      expect(items.length).toBeLessThan(40)
      expect(items.every(({ environment }) => environment.id === 'training')).toBe(true)
      expect(uat.countOf('forecast')).toBe(0)
      await real.must('environments.select', { environmentId: 'training' })
      expect(withFigures(await real.must('roster.get', { rosterId }))).toHaveLength(items.length)
    } finally {
      await uat.stop()
    }
  },
)

test(
  'a folder: each file by itself, damaged ones say why, one that was changed is not sent',
  { timeout: 120_000 },
  async () => {
    const folder = path.join(temporaryFolder('folder'), 'Steel City')
    mkdirSync(path.join(folder, 'further'), { recursive: true })
    for (const [index, person] of people.slice(0, 3).entries())
      writeFileSync(path.join(folder, `p${index + 9}.xml`), writePeopleXml([person]))
    writeFileSync(path.join(folder, 'p1.XML'), writePeopleXml(people.slice(3, 5)))
    writeFileSync(path.join(folder, 'damaged.xml'), '<a><b></a>')
    writeFileSync(path.join(folder, 'empty.xml'), '')
    writeFileSync(path.join(folder, 'notes.txt'), 'not for us')
    writeFileSync(path.join(folder, 'further', 'p7.xml'), writePeopleXml(people.slice(6, 7)))
    const real = await open({ pickFolder: async () => folder })
    const { rosterId } = (await real.must('roster.openFolder', { jobId: 'folder' })) ?? {
      rosterId: '',
    }
    const before = await real.must('roster.get', { rosterId })
    expect(before).toMatchObject({ name: 'Steel City', kind: 'folder', files: 6, leftOut: 0 })
    expect(
      before.rows.map(({ fileName, participantId, sendable }) => [
        fileName,
        participantId,
        sendable,
      ]),
    ).toEqual([
      ['damaged.xml', '', false],
      ['empty.xml', '', false],
      ['p1.XML', people[3]?.userId, true],
      ['p1.XML', people[4]?.userId, true],
      ...people.slice(0, 3).map(({ userId }, index) => [`p${index + 9}.xml`, userId, true]),
    ])
    expect(before.rows[0]?.problem?.code).toBe('participant.notWellFormed')
    expect(before.rows[1]?.problem?.code).toBe('participant.empty')
    expect(await real.must('participant.recents', {})).toEqual([])

    appendFileSync(path.join(folder, 'p10.xml'), '\n<!-- touched -->\n')
    const view = await run(real, rosterId)
    expect(real.training.counts().received.forecast).toBe(4)
    expect(view.rows[5]?.problem?.code).toBe('participant.changed')
    expect(withFigures(view).map(({ row }) => row)).toEqual([2, 3, 4, 6])
    expect(await real.call('roster.openOnly', { rosterId, row: 5 })).toMatchObject({
      ok: false,
      error: { code: 'participant.changed' },
    })
    expect(await real.call('roster.openOnly', { rosterId, row: 0 })).toMatchObject({
      ok: false,
      error: { code: 'participant.notWellFormed' },
    })
    const alone = await real.must('roster.openOnly', { rosterId, row: 3 })
    expect(alone.participants.map(({ userId }) => userId)).toEqual([people[4]?.userId])
    const whole = await real.must('roster.openOnly', { rosterId, row: 6 })
    expect(whole.participants.map(({ userId }) => userId)).toEqual([people[2]?.userId])
    await real.must('roster.close', { rosterId })
    expect(await real.call('roster.get', { rosterId })).toMatchObject({
      ok: false,
      error: { code: 'participant.notOpen' },
    })
  },
)

test(
  'files that the page hands over: held where they lie nowhere else, together no more than one file may have',
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder('handed')
    const real = await open()
    const { rosterId } = await real.must('roster.begin', { name: 'Dropped' })
    const [first, second, third] = people.map((person) => Buffer.from(writePeopleXml([person])))
    writeFileSync(path.join(folder, 'there.xml'), first ?? '')
    await real.must('roster.addFile', {
      rosterId,
      name: 'there.xml',
      bytes: first,
      path: path.join(folder, 'there.xml'),
    })
    await real.must('roster.addFile', { rosterId, name: 'held.xml', bytes: second })
    const padded = Buffer.concat([
      third ?? Buffer.alloc(0),
      Buffer.alloc(64 * 1024 * 1024 - (third?.length ?? 0), ' '),
    ])
    await real.must('roster.addFile', { rosterId, name: 'too-much.xml', bytes: padded })
    await real.must('roster.addFile', {
      rosterId,
      name: 'large.xml',
      problem: { code: 'participant.tooLarge', message: 'Too large.' },
    })
    const view = await run(real, rosterId)
    expect(
      view.rows.map(({ fileName, problem, figures }) => [
        fileName,
        problem?.code ?? null,
        figures !== null,
      ]),
    ).toEqual([
      ['there.xml', null, true],
      ['held.xml', null, true],
      ['too-much.xml', 'participant.tooLarge', false],
      ['large.xml', 'participant.tooLarge', false],
    ])
    expect(readdirSync(folder)).toEqual(['there.xml'])
  },
)

test(
  'another mapping closes the list, since whom a row means is then not known',
  { timeout: 60_000 },
  async () => {
    const real = await open()
    const rosterId = await openRoster(real)
    const { mapping } = await real.must('mapping.get', {})
    await real.must('mapping.save', {
      mapping: {
        ...mapping,
        name: 'Ours',
        values: { ...mapping.values, userId: ['Participant/@LastName'] },
      },
    })
    expect(await real.call('roster.get', { rosterId })).toMatchObject({
      ok: false,
      error: { code: 'participant.notOpen' },
    })
  },
)
