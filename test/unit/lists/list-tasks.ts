import type {
  ListAnswer,
  ListFacts,
  ListPiece,
  ListTask,
} from '#electron/core/lists/file/list-messages.ts'
import { createListTasks } from '#electron/core/lists/file/list-task.ts'
import { bytesOf, noDefaults } from '#test/support/samples/list-files.ts'

/** Runs `tasks` in order on a list with these bytes. */

export const runTasks = (bytes: Uint8Array<ArrayBuffer>, ...tasks: ListTask[]) => {
  const { run: perform } = createListTasks()
  const pieces: ListPiece[] = []
  const answers: ListAnswer[] = tasks.map((task, index) =>
    perform({ key: 'k', pieces: index === 0 ? [bytes] : null, task }, (each) => pieces.push(each)),
  )
  return { pieces, answers }
}

export const factsOf = (bytes: Uint8Array<ArrayBuffer>, reading = {}): ListFacts => {
  const reply = runTasks(bytes, { kind: 'read', reading }).pieces.find(
    ({ kind }) => kind === 'facts',
  )
  if (reply?.kind !== 'facts') throw new Error('the file was refused')
  return reply.facts
}

export const checkedIn = (text: string, defaults = noDefaults, knownPlans: string[] = []) => {
  const bytes = bytesOf(text)
  const { reading, mapping } = factsOf(bytes)
  return runTasks(bytes, { kind: 'check', reading, mapping, defaults, knownPlans }).pieces.flatMap(
    (reply) => (reply.kind === 'rows' ? reply.rows : []),
  )
}

export const outcomeOf = (
  bytes: Uint8Array<ArrayBuffer>,
  facts: ListFacts,
  outcomes: string[][],
): Buffer =>
  Buffer.concat(
    runTasks(bytes, {
      kind: 'outcome',
      as: 'file',
      reading: facts.reading,
      outcomes,
    }).pieces.flatMap((reply) => (reply.kind === 'bytes' ? [reply.bytes] : [])),
  )

export const writings = [
  ['utf-8', false],
  ['utf-8', true],
  ['utf-16le', true],
  ['utf-16le', false],
  ['utf-16be', true],
  ['utf-16be', false],
  ['windows-1252', false],
] as const
export const delimiters = [',', ';', '\t', '|'] as const
export const ends = ['\r\n', '\n', '\r'] as const
