import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { Client } from 'undici'
import { z } from 'zod'
import { openAppender } from '#electron/adapters/files/durable-append.ts'
import { createFiles } from '#electron/adapters/files/files.ts'
import {
  chainKeyBytes,
  createChain,
  createPseudonyms,
  genesis,
  writeLine,
} from '#electron/core/activity/chain.ts'
import { sealRecord } from '#electron/core/records/record-file.ts'
import { createLimiter } from '#electron/core/http/limiter.ts'
import { createJournal, type JournalEntry } from '#electron/core/submissions/journal/journal.ts'
import { operations, tokenPath } from '#shared/express/operations.ts'
import type { Result } from '#shared/result.ts'
import { listLine } from '#test/support/samples/list-files.ts'

/** Loops that send the rows of a list without the program: baselines for the program. */

export interface LoopOf {
  readonly base: string
  /** An existing folder for the loop's files. */
  readonly folder: string
  readonly rows: number
  /** Number of participants to skip, so that each one sent is not opted out yet. */
  readonly after: number
  readonly atOnce: number
}

const tokenSchema = z.object({ access_token: z.string() })

/** One request over its own connection, like every submission. */
const ask = async (
  base: string,
  askedPath: string,
  headers: Record<string, string>,
  body: string,
): Promise<string> => {
  const client = new Client(base, { pipelining: 1 })
  try {
    const reply = await client.request({ path: askedPath, method: 'POST', headers, body })
    return await reply.body.text()
  } finally {
    await client.close()
  }
}

const tokenOf = async (base: string): Promise<string> => {
  const authorization = `Basic ${Buffer.from('training:training').toString('base64')}`
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  return tokenSchema.parse(
    JSON.parse(await ask(base, tokenPath, headers, 'grant_type=client_credentials')),
  ).access_token
}

const headersFor = async (base: string) => ({
  authorization: `Bearer ${await tokenOf(base)}`,
  'content-type': 'application/json',
})

const bodyOf = (number: number) => {
  const [ParticipantId = '', FirstName = '', LastName = '', PlanId = '', PlanType = ''] =
    listLine(number)
  return {
    ClientId: 'TRAINING',
    ParticipantId,
    FirstName,
    LastName,
    OptoutInfo: [{ PlanId, PlanType }],
  }
}

/** Rows a second when `lanes` loops at once call `sendRow` for each row. */
const rateOf = async (
  { rows, after }: LoopOf,
  lanes: number,
  sendRow: (number: number, lane: number) => Promise<void>,
): Promise<number> => {
  let next = 1
  const lane = async (own: number): Promise<void> => {
    while (next <= rows) {
      next += 1
      await sendRow(next - 1 + after, own)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: lanes }, (_, own) => lane(own)))
  return (rows / (performance.now() - started)) * 1000
}

/** Rows a second of a loop that sends and makes `syncs` durable appends of a few bytes for each row, as the program does. */
export const bareLoop = async (loop: LoopOf, syncs: number): Promise<number> => {
  const headers = await headersFor(loop.base)
  const bytes = Buffer.alloc(400, 0x78)
  const files = await Promise.all(
    Array.from({ length: loop.atOnce }, (_, lane) =>
      openAppender(path.join(loop.folder, `bare-${lane}`), 0o600),
    ),
  )
  let owed = 0
  const rate = await rateOf(loop, loop.atOnce, async (number, lane) => {
    owed += syncs
    for (; owed >= 1; owed -= 1) await files[lane]?.append(bytes)
    await ask(loop.base, operations.optout.path, headers, JSON.stringify(bodyOf(number)))
  })
  await Promise.all(files.map((file) => file.close()))
  return rate
}

/** Writes all waiting lines with one append; resolves when they are durable. */
const createGrouped = (append: (lines: readonly string[]) => Promise<Result<unknown>>) => {
  let waiting: string[] = []
  let next: Promise<void> | null = null
  let running = Promise.resolve()
  const write = async (before: Promise<void>): Promise<void> => {
    await before
    const lines = waiting
    waiting = []
    next = null
    const done = await append(lines)
    if (!done.ok) throw new Error(done.error.message)
  }
  return (line: string): Promise<void> => {
    waiting.push(line)
    next ??= running = write(running)
    return next
  }
}

type Entry = Exclude<JournalEntry, { state: 'settled' }>

/** The records that a submission requires, made with the program's own parts. */
const createRecords = () => {
  const key = randomBytes(chainKeyBytes)
  const chain = createChain(key)
  const master = { id: randomBytes(16), key: randomBytes(32) }
  let last = { n: 0, mac: genesis }
  const now = (): string => new Date().toISOString()
  return {
    subjectOf: createPseudonyms(key),

    intended: (number: number, pseudonym: string): Entry => ({
      state: 'intended',
      submissionId: randomUUID(),
      at: now(),
      operation: 'optout',
      environmentId: 'uat',
      environmentName: 'UAT',
      environmentKind: 'uat',
      pseudonym,
      receiptId: randomUUID(),
      receiptNumber: `GP-${number}`,
      user: 'dana',
      list: { listId: 'list', row: number, attempt: 1 },
    }),
    later: (state: 'sending' | 'accepted', { submissionId }: Entry): Entry => ({
      state,
      submissionId,
      at: now(),
    }),

    /** The entry's line in the activity log. */
    chained: (subject: string, entry: Entry): string => {
      const about = {
        at: entry.at,
        user: 'dana',
        machine: 'desk',
        action: 'submission',
        environment: 'UAT',
        subject,
      } as const
      const { line, mac } = writeLine(chain, last.mac, last.n + 1, {
        ...about,
        id: entry.submissionId,
        outcome: entry.state,
      })
      last = { n: last.n + 1, mac }
      return `${line}\n`
    },

    /** The receipt's line in the receipts of its list. */
    sealed: (id: string, text: string): string => {
      const sealed = sealRecord(master, id, {
        revision: 1,
        header: Buffer.from(id),
        body: Buffer.from(text),
      })
      return `\n${id} ${Buffer.from(sealed).toString('base64')}.`
    },
  }
}

/** Microseconds to make the required records of one row, without storing or sending anything. */
export const timeToMakeRecords = (rows: number): number => {
  const records = createRecords()
  let made = 0
  const makeAll = (): void => {
    for (let number = 1; number <= rows; number += 1) {
      const body = bodyOf(number)
      const text = JSON.stringify(body)
      const subject = records.subjectOf(body.ParticipantId)
      const intended = records.intended(number, subject)
      for (const entry of [
        intended,
        records.later('sending', intended),
        records.later('accepted', intended),
      ]) {
        made += JSON.stringify(entry).length + records.chained(subject, entry).length
      }
      made += records.sealed(intended.submissionId, text).length
    }
  }
  makeAll()
  const started = performance.now()
  makeAll()
  const took = performance.now() - started
  if (made === 0) throw new Error('nothing was made')
  return (took / rows) * 1000
}

/**
 * Rows a second of a loop that sends and stores only the required records of every submission, with the program's own parts:
 * intended, sending and outcome in the journal, all three in the chain of the activity log, and the sealed answer. Each is
 * durable in time; records that come together share an fsync, as in the program. It has no checks, no guard, no reading of the
 * answer, no list of calls and no progress, so a program can only be slower.
 */
export const recordLoop = async (loop: LoopOf): Promise<number> => {
  const headers = await headersFor(loop.base)
  const files = createFiles(loop.folder)
  const journal = createJournal(files)
  const records = createRecords()
  const log = createGrouped((lines) => files.append('activity.jsonl', Buffer.from(lines.join(''))))
  const receipts = createGrouped((lines) =>
    files.append('receipts.rows', Buffer.from(lines.join(''))),
  )
  const turns = createLimiter(() => loop.atOnce)

  const enter = async (subject: string, entry: Entry): Promise<void> => {
    await Promise.all([journal.write(entry), log(records.chained(subject, entry))])
  }
  return rateOf(loop, loop.atOnce * 5, async (number) => {
    const body = bodyOf(number)
    const text = JSON.stringify(body)
    const subject = records.subjectOf(body.ParticipantId)
    const intended = records.intended(number, subject)
    await enter(subject, intended)
    const answer = await turns.run('row', async () => {
      await enter(subject, records.later('sending', intended))
      return ask(loop.base, operations.optout.path, headers, text)
    })
    await receipts(records.sealed(intended.submissionId, text + answer))
    await enter(subject, records.later('accepted', intended))
  })
}
