import { hasty, openHouse } from './house.ts'
import { onEachWrite } from './count-writes.ts'
import { createRandom } from './random.ts'
import { doSomething, lookAt, retention } from './work.ts'
import { taskSchema } from './work-task.ts'

/**
 * A program to kill: says what it found at its start, and then does one piece of work after another, each said before it
 * begins and once it is acknowledged. May kill itself (SIGKILL) before or after one of its writes.
 */
const task = taskSchema.parse(JSON.parse(process.argv[2] ?? ''))
const random = createRandom(task.seed)

// A pipe takes a line before the next statement runs.
const say = (word: string, what: unknown): void =>
  void process.stdout.write(`${word} ${JSON.stringify(what)}\n`)

let writes = 0
let isReady = false
onEachWrite((when) => {
  if (!isReady || task.killAtWrite === null) return
  if (when === 'before') writes += 1
  if (writes === task.killAtWrite.write && when === task.killAtWrite.when)
    process.kill(process.pid, 'SIGKILL')
})

const house = await openHouse(task.dataDir, task.url, { transport: hasty })
await house.must('backup.setFolder', { folder: task.backups })
await house.must('settings.change', { retention, backupsKept: 4, keepParticipantFile: true })
say('found', await lookAt(house))
isReady = true
let number = task.firstNumber
const place = {
  house,
  random,
  exports: task.exports,
  ...task.known,
  next: () => (number += 1),
  told: {
    begin: (piece: unknown) => say('begin', piece),
    done: (piece: unknown) => say('done', piece),
    refused: (piece: unknown, error: unknown) => say('refused', { piece, error }),
    broken: (what: string) => say('broken', what),
  },
}
for (let many = 0; many < task.many; many += 1) await doSomething(place)
say('ended', writes)
await house.core.close()
