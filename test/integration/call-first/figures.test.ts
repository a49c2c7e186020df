import { afterEach, expect, test } from 'vitest'
import type { Figure } from '#shared/figures/figure.ts'
import { exportFigure } from '#shared/strategy/statement/said.ts'
import { randomPeople } from '#test/support/people/random-people.ts'
import { writePeopleXml } from '#electron/training/people/person-xml.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import {
  closeCallLists,
  newFolder,
  numberIn,
  openCore,
  openCallList,
  people,
  run,
  seed,
  verbatimOf,
  withFigures,
} from './call-list-house.ts'

afterEach(closeCallLists)

const shown = (figure: Figure | null | undefined): number | null =>
  figure ? exportFigure(figure) : null

test(
  'each participant is sent in a separate request, and each row matches the saved answer',
  { timeout: 120_000 },
  async () => {
    const real = await openCore()
    const text = writePeopleXml([...people, ...randomPeople(12, seed)])
    const callListId = await openCallList(real, text)
    const before = await real.must('callFirst.get', { callListId })
    expect(before.rows).toHaveLength(20)
    expect(withFigures(before)).toEqual([])
    expect(real.training.counts().received.forecast).toBe(0)

    const moved: number[] = []
    real.core.events.on((event, payload) => {
      if (event === 'callFirst.moved' && 'rows' in payload && Array.isArray(payload.rows))
        moved.push(payload.rows.length)
    })
    const view = await run(real, callListId)
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
      const average = income(current, 50)
      const poor = income(current, 10)
      expect(shown(figures.incomes.average)).toBe(Math.round(average))
      expect(shown(figures.incomes.poor)).toBe(Math.round(poor))
      expect(shown(figures.adds.average)).toBe(
        Math.round(income(revised, 50)) - Math.round(average),
      )
      expect(shown(figures.adds.poor)).toBe(Math.round(income(revised, 10)) - Math.round(poor))
      const sent = numberIn(current?.NetRetirementIncomeGoal ?? 0)
      const goal =
        sent > 0 ? sent / 12 : record.profile?.salary ? (record.profile.salary * 0.7) / 12 : null
      if (goal === null) {
        expect(figures).toMatchObject({
          goal: null,
          gaps: { poor: null, average: null },
          retireAt: null,
        })
        continue
      }
      expect(shown(figures.goal?.figure)).toBe(Math.round(goal))
      for (const [market, month] of [
        ['average', average],
        ['poor', poor],
      ] as const) {
        const gap = Math.round(month) - Math.round(goal)
        expect(figures.gaps[market]?.kind).toBe(gap < 0 ? 'short' : gap > 0 ? 'over' : 'even')
        expect(shown(figures.gaps[market]?.figure)).toBe(Math.abs(gap))
      }
      const table = (at(current, 50)?.RetirementIncomeAtVariousRetirementAges ?? []).map((row) => {
        const key = (pattern: RegExp): string =>
          Object.keys(row).find((each) => pattern.test(each)) ?? ''
        return [numberIn(row[key(/age$/i)]), numberIn(row[key(/income|value|amount/i)])] as const
      })
      const own = numberIn(current?.RetirementAge)
      const base = table.find(([age]) => age === own)?.[1] ?? 0
      /** Interpolates linearly between two ages in the table. */
      const amountAt = (age: number): number => {
        const low = table.findLast(([each]) => each <= age)
        const high = table.find(([each]) => each >= age)
        if (low === undefined || high === undefined || !(base > 0)) return Number.NaN
        const part = high[0] === low[0] ? 0 : (age - low[0]) / (high[0] - low[0])
        return low[1] + part * (high[1] - low[1])
      }
      const later = Array.from({ length: Math.max(0, 75 - own) }, (_, index) => own + 1 + index)
      const enough = later.filter(
        (age) => Math.round((average * amountAt(age)) / base) >= Math.round(goal),
      )
      const isShort = Math.round(average) < Math.round(goal)
      const retireAt = isShort && enough.length > 0 ? Math.min(...enough) : null
      expect(figures.retireAt?.age ?? null).toBe(retireAt)
      if (retireAt !== null) closed += 1
    }
    expect(closed).toBeGreaterThan(0)
  },
)

test(
  'the figures come from the saved results after a restart, a changed setting and a switch of environment',
  { timeout: 120_000 },
  async () => {
    const dataDir = newFolder()
    const first = await openCore({}, dataDir)
    const before = await run(first, await openCallList(first))
    await first.core.close()
    const real = await openCore({}, dataDir)
    const callListId = await openCallList(real)
    const after = await real.must('callFirst.get', { callListId })
    expect(after.rows.map(({ figures }) => figures)).toEqual(
      before.rows.map(({ figures }) => figures),
    )
    expect(real.training.counts().received.forecast).toBe(0)
    await real.must('settings.change', { headlinePercentile: 25 })
    const [row] = (await real.must('callFirst.get', { callListId })).rows
    const strategies = await verbatimOf(real, row?.figures?.recordId ?? '')
    const lower = strategies[0]?.Percentile.toSorted(
      (a, b) =>
        Math.abs(numberIn(a.Percentage) - 25) - Math.abs(numberIn(b.Percentage) - 25) ||
        numberIn(a.Percentage) - numberIn(b.Percentage),
    )[0]
    expect(row?.figures?.percentiles.average).toBe(numberIn(lower?.Percentage))
    expect(shown(row?.figures?.incomes.average)).toBe(
      Math.round(numberIn(lower?.SustainableRetirementIncome) / 12),
    )

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
      const elsewhere = await real.must('callFirst.get', { callListId })
      expect(withFigures(elsewhere)).toEqual([])
      expect(elsewhere.environment.id).toBe(id)
      await real.must('environments.select', { environmentId: 'training' })
      expect(withFigures(await real.must('callFirst.get', { callListId }))).toHaveLength(8)
    } finally {
      await uat.stop()
    }
  },
)

test(
  'a forecast with inputs does not replace today’s figures, and a run for all participants does not change the date of the last talk',
  { timeout: 120_000 },
  async () => {
    const real = await openCore()
    const callListId = await openCallList(real)
    const before = await run(real, callListId)
    expect(before.rows.every(({ lastTalk }) => lastTalk === null)).toBe(true)
    const alone = await real.must('callFirst.openOnly', { callListId, row: 2 })
    expect(alone).toMatchObject({ partOf: { fileName: 'team.xml', number: 3, participants: 8 } })
    expect(alone.participants[0]?.userId).toBe(people[2]?.userId)
    const asked = { handle: alone.handle, operation: 'forecast', jobId: 'one' } as const
    await real.must('forecast.run', { ...asked, inputs: { RetirementAge: 70 } })
    const same = await real.must('callFirst.get', { callListId })
    expect(same.rows[2]?.figures).toEqual(before.rows[2]?.figures)
    // This request is the same as the run's, so the newest result counts as today's.
    const again = await real.must('forecast.run', { ...asked, inputs: {} })
    expect((await real.must('callFirst.get', { callListId })).rows[2]?.figures?.recordId).toBe(
      again.id,
    )
    await real.must('records.remove', { id: again.id })
    expect((await real.must('callFirst.get', { callListId })).rows[2]?.figures?.recordId).toBe(
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
    const talked = await real.must('callFirst.get', { callListId })
    expect(talked.rows.map(({ lastTalk }) => lastTalk)).toEqual(
      talked.rows.map(({ row }) => (row === 2 ? receipt.savedAt : null)),
    )
  },
)

test(
  'after an enrollment, a row’s figures include what was sent, and only the rest of the recommendation is offered',
  { timeout: 120_000 },
  async () => {
    const real = await openCore()
    const callListId = await openCallList(real)
    const before = (await run(real, callListId)).rows
    /** Enrolls a row with a pre-tax rate; false leaves the rates as they are. */
    const enroll = async (name: string, Value: string | false, RetirementAge?: number) => {
      const { row = 0, figures } = before.find((each) => each.name === name) ?? {}
      const { handle } = await real.must('callFirst.openOnly', { callListId, row })
      const PlanId = people[row]?.plans[0]?.planId ?? ''
      const { submissionId } = await real.must('submission.review', {
        operation: 'enroll',
        handle,
        enrollmentInfo: [{ PlanId, PlanType: '401K', ServiceOption: 'ManagedAccounts' }],
        inputs: {
          ...(Value !== false && {
            SavingsRateDetails: [{ PlanId, SavingsType: 'Pretax', Value }],
          }),
          ...(RetirementAge !== undefined && { RetirementAge }),
        },
        ...(figures && { forecastId: figures.recordId }),
      })
      await real.must('submission.send', { submissionId, sendsUnusual: true })
      const { rows } = await real.must('callFirst.get', { callListId })
      return { was: figures, is: rows[row]?.figures, marks: rows[row]?.marks }
    }

    const all = await enroll('Robert Hale', '10')
    expect(shown(all.was?.adds.average)).toBeGreaterThan(1000)
    expect(all.is).toMatchObject({ sent: 'counted' })
    expect(shown(all.is?.adds.average)).toBe(0)
    expect(shown(all.is?.incomes.average)).toBe(
      (shown(all.was?.incomes.average) ?? 0) + (shown(all.was?.adds.average) ?? 0),
    )
    expect(all.marks).toMatchObject([{ operation: 'enroll', inDoubt: false }])

    const part = await enroll('Maya Torres', '5')
    const [was, is] = [part.was, part.is].map((each) => ({
      income: shown(each?.incomes.average) ?? Number.NaN,
      left: shown(each?.adds.average) ?? Number.NaN,
    }))
    expect(is?.income).toBeGreaterThan(was?.income ?? Number.NaN)
    expect((is?.income ?? 0) + (is?.left ?? 0)).toBe((was?.income ?? 0) + (was?.left ?? 0))

    const later = await enroll('Marcus Bell', false, 67)
    expect(later.is).toMatchObject({ sent: 'counted', adds: { average: null, poor: null } })
    expect(later.is?.retireAt?.age ?? 99).toBeGreaterThan(67)
  },
)
