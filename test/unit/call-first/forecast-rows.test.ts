import { expect, test } from 'vitest'
import type { CallListFile } from '#electron/core/call-first/call-list-files.ts'
import { mostInARow, runCallList } from '#electron/core/call-first/forecast-rows.ts'
import type { Row } from '#electron/core/call-first/call-list.ts'
import type { FileToSend } from '#electron/core/participant/whom.ts'
import type { AppError } from '#shared/errors.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { aSavedForecast } from '#test/component/forecast/sample-saved.ts'
import { aProfile, anOpened } from '#test/support/samples/scripted-people.ts'

/**
 * Tests which participants of a call list are forecast, which text is sent for each, and how a run
 * ends.
 */

/** A file with participants `a`, `b`, …, whose texts are their names. */
const aFile = (names: string, over: Partial<CallListFile> = {}) => {
  const seen = { loads: 0 }
  const file: CallListFile = {
    fileName: `${names}.xml`,
    load: async () => {
      seen.loads += 1
      const participants = Array.from(names, (userId) => aProfile({ userId }))
      return ok({ text: names, mark: false, remarks: [], view: anOpened({ participants }) })
    },
    parts: Array.from(names, (_, from) => [[from, from + 1]]),
    ...over,
  }
  return { file, seen }
}

const rowsOf = (...files: readonly { readonly file: CallListFile }[]): Row[] =>
  files
    .flatMap(({ file }) =>
      Array.from({ length: file.fileName.length - 4 }, (_, index) => ({ file, index })),
    )
    .map(({ file, index }, place) => ({
      row: place + 1,
      fileName: file.fileName,
      participantId: '',
      name: '',
      dateOfBirth: '',
      subject: { participantId: '', name: '' },
      doubts: [],
      planIds: [],
      marks: [],
      at: { file, index, sha256: '' },
      kept: null,
      sent: null,
      problem: null,
      running: false,
      lastTalk: null,
    }))

const saved = ok(aSavedForecast())
const failing = (code: AppError['code'], advice?: string): Result<never> =>
  fail({ code, message: `It is ${code}.`, ...(advice === undefined ? {} : { advice }) })

/** Runs the rows; `answer` returns the result for each text that is sent. */
const ran = async (
  rows: readonly Row[],
  answer: (
    text: string,
    file: FileToSend,
  ) => Result<SavedForecast> | Promise<Result<SavedForecast>>,
  { atOnce = 1, signal = new AbortController().signal } = {},
) => {
  const sent: string[] = []
  const begun: number[] = []
  const ended: (string | null)[] = []
  const why = await runCallList({
    rows,
    atOnce,
    signal,
    forecast: async (file) => {
      sent.push(file.text)
      return answer(file.text, file)
    },
    onBegin: ({ row }) => begun.push(row),
    onEnd: (_row, result) =>
      ended.push(result === null ? null : result.ok ? 'ok' : result.error.code),
  })
  return { why, sent: sent.join(''), begun, ended }
}

test('each participant is sent alone, with only their own part of the text, and each file is read once', async () => {
  const [first, second] = [aFile('ab'), aFile('cd')]
  const alone: unknown[] = []
  const run = await ran(rowsOf(first, second), (_text, { profile, participants }) => {
    alone.push([profile?.userId, participants.map(({ userId }) => userId)])
    return saved
  })
  expect(run).toEqual({
    why: '',
    sent: 'abcd',
    begun: [1, 2, 3, 4],
    ended: ['ok', 'ok', 'ok', 'ok'],
  })
  expect(alone).toEqual([
    ['a', ['a']],
    ['b', ['b']],
    ['c', ['c']],
    ['d', ['d']],
  ])
  expect([first.seen.loads, second.seen.loads]).toEqual([1, 1])
})

test('a file with one participant is sent whole, and a file that cannot be read is skipped', async () => {
  const whole = rowsOf(aFile('a', { parts: null }))
  const unreadable = rowsOf(aFile('b')).map((row) => ({ ...row, at: null }))
  const { sent, begun } = await ran([...unreadable, ...whole, ...rowsOf(aFile('c'))], () => saved)
  expect([sent, begun]).toEqual(['ac', [1, 1]])
})

test('nothing is sent from a file that cannot be loaded or that no longer contains the participant', async () => {
  const gone = aFile('ab', { load: async () => failing('participant.fileMissing') })
  const shorter = aFile('xy')
  const other = aFile('xyz', { load: shorter.file.load })
  const { sent, ended, why } = await ran([...rowsOf(gone), ...rowsOf(other).slice(2)], () => saved)
  expect({ sent, ended, why }).toEqual({
    sent: '',
    ended: ['participant.fileMissing', 'participant.fileMissing', 'participant.changed'],
    why: '',
  })
})

test.each<AppError['code']>([
  ...([
    'environment.notFound',
    'credentials.missing',
    'keychain.locked',
    'records.diskFull',
  ] as const),
  ...(['internal', 'service.unauthorized', 'service.tokenRefused', 'service.busy'] as const),
  ...(['service.tls', 'service.authority', 'service.proxy'] as const),
])(
  'after the error %s, no more participants are forecast, and the reason is reported',
  async (code) => {
    const run = await ran(rowsOf(aFile('abc')), () => failing(code, 'Do this.'))
    expect(run).toEqual({ why: `It is ${code}. Do this.`, sent: 'a', begun: [1], ended: [code] })
    expect((await ran(rowsOf(aFile('abc')), () => failing(code))).why).toBe(`It is ${code}.`)
  },
)

test('a failure for one participant does not stop the others', async () => {
  const { sent, why } = await ran(rowsOf(aFile('abcdefgh')), () => failing('participant.tooLarge'))
  expect([sent, why]).toEqual(['abcdefgh', ''])
})

test('five refusals by the service in a row end the run; a success between them restarts the count', async () => {
  const { sent, why } = await ran(rowsOf(aFile('abcdefgh')), () => failing('service.rejected'))
  expect(mostInARow).toBe(5)
  expect(sent).toBe('abcde')
  expect(why).toBe(
    'The service failed 5 times in a row, so nothing more was asked for. The last time: It is service.rejected.',
  )
  const between = await ran(rowsOf(aFile('abcdEfghi')), (text) =>
    text === 'E' ? saved : failing('service.rejected'),
  )
  expect([between.sent, between.why]).toEqual(['abcdEfghi', ''])
})

test('the first error is reported, even if later ones differ', async () => {
  const all = await ran(
    rowsOf(aFile('abcde')),
    (text) => failing(text === 'a' ? 'credentials.missing' : 'service.tls'),
    { atOnce: 2 },
  )
  expect([all.sent, all.why]).toEqual(['ab', 'It is credentials.missing.'])
  const fifth = await ran(rowsOf(aFile('abcdefgh')), (text) =>
    failing(text === 'e' ? 'service.busy' : 'service.rejected'),
  )
  expect([fifth.sent, fifth.why]).toEqual(['abcde', 'It is service.busy.'])
})

test.each(['job.cancelled', 'environment.other'] as const)(
  'a participant who was not forecast because of %s stays unchanged',
  async (code) => {
    const stop = new AbortController()
    const run = await ran(
      rowsOf(aFile('abc')),
      () => {
        stop.abort()
        return failing(code)
      },
      { signal: stop.signal },
    )
    expect([run.sent, run.ended]).toEqual(['a', [null]])
  },
)

test('a canceled run forecasts nobody else and gives no reason', async () => {
  expect(await ran(rowsOf(aFile('ab')), () => saved, { signal: AbortSignal.abort() })).toEqual({
    why: '',
    sent: '',
    begun: [],
    ended: [],
  })
})

test('as many service calls run at once as the limit allows, and no more', async () => {
  let [now, most] = [0, 0]
  await ran(
    rowsOf(aFile('abcdefg')),
    async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      return saved
    },
    { atOnce: 3 },
  )
  expect(most).toBe(3)
})

test('a row is left unchanged if the program has an internal error', async () => {
  const ended: unknown[] = []
  const running = runCallList({
    rows: rowsOf(aFile('a')),
    atOnce: 1,
    signal: new AbortController().signal,
    forecast: () => Promise.reject(new Error('a bug')),
    onBegin: () => undefined,
    onEnd: (_row, result) => ended.push(result),
  })
  await expect(running).rejects.toThrow('a bug')
  expect(ended).toEqual([null])
})
