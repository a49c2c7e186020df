import { afterEach, expect, test } from 'vitest'
import { randomPeople } from '#test/support/people/random-people.ts'
import { writePeopleXml } from '#electron/training/people/person-xml.ts'
import { startUatServer } from '#test/support/servers/uat-server.ts'
import {
  closeCallLists,
  openCore,
  openCallList,
  run,
  seed,
  withFigures,
} from './call-list-house.ts'

afterEach(closeCallLists)

test(
  'a participant that the service refuses is listed with the reason, and can be run again alone',
  { timeout: 120_000 },
  async () => {
    const real = await openCore()
    const callListId = await openCallList(real)
    real.training.faults.set('forecast', { kind: 'successFalse', message: 'Not this one' }, 1, 3)
    const view = await run(real, callListId)
    expect(view.why).toBe('')
    const failed = view.rows.filter(({ problem }) => problem !== null)
    expect(failed).toHaveLength(1)
    expect(failed[0]?.figures).toBeNull()
    expect(withFigures(view)).toHaveLength(7)
    const received = real.training.counts().received.forecast
    const mended = await run(real, callListId, 'failed')
    expect(real.training.counts().received.forecast).toBe(received + 1)
    expect(withFigures(mended)).toHaveLength(8)
    expect(mended.rows.every(({ problem }) => problem === null)).toBe(true)
  },
)

test(
  'after repeated failures the run sends the service no further requests, and explains why in one sentence',
  { timeout: 120_000 },
  async () => {
    const real = await openCore()
    const text = writePeopleXml(randomPeople(30, `fail ${seed}`))
    const callListId = await openCallList(real, text)
    real.training.faults.set('forecast', { kind: 'successFalse', message: 'Not this one' }, 1000)
    const view = await run(real, callListId)
    expect(view.why).toMatch(
      /^The service failed 5 times in a row, so nothing more was asked for\. The last time: /,
    )
    expect(real.training.counts().received.forecast).toBeLessThan(5 + 4)
    expect(withFigures(view)).toEqual([])
    real.training.faults.clear()
    const rest = await run(real, callListId, 'missing')
    expect(rest.why).toBe('')
    expect(withFigures(rest)).toHaveLength(30)
  },
)

test(
  'a canceled run keeps the results so far, and marks no participant as failed',
  { timeout: 120_000 },
  async () => {
    const real = await openCore()
    const callListId = await openCallList(real, writePeopleXml(randomPeople(40, `cancel ${seed}`)))
    real.core.events.on((event, payload) => {
      if (event === 'job.progress' && 'fraction' in payload && (payload.fraction ?? 0) > 0.1)
        void real.call('job.cancel', { jobId: payload.jobId })
    })
    const view = await run(real, callListId)
    expect(view.why).toBe('You canceled it. What was forecast before that is kept.')
    const known = withFigures(view).length
    expect(known).toBeGreaterThan(3)
    expect(known).toBeLessThan(40)
    expect(view.rows.every(({ problem, running }) => problem === null && !running)).toBe(true)
    expect(await real.must('records.list', {})).toHaveLength(known)
  },
)

test(
  'switching the environment stops the run, sends nothing to the new environment, and mixes no results',
  { timeout: 120_000 },
  async () => {
    const uat = await startUatServer()
    try {
      const real = await openCore()
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
      const callListId = await openCallList(
        real,
        writePeopleXml(randomPeople(40, `elsewhere ${seed}`)),
      )
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
      const view = await run(real, callListId)
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
      expect(withFigures(await real.must('callFirst.get', { callListId }))).toHaveLength(
        items.length,
      )
    } finally {
      await uat.stop()
    }
  },
)
