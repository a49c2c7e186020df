import { onEachWrite } from './count-writes.ts'
import { draftOf, openHouse, tortureOperation, hasty } from './house.ts'

/**
 * A program for tests to kill. It sends one submission after another, and prints each before
 * sending and each outcome when it is shown. If a step is given, it kills itself (SIGKILL) before
 * or after the write with that number, counted from the first submission.
 */
const [, , dataDir = '', baseUrl = '', first = '0', many = '1', step = '0', moment = 'after'] =
  process.argv

let writes = -1
const killAt = Number(step)
/** Counts a write, and kills the program before or after the chosen one. */
const reach = (when: 'before' | 'after'): void => {
  if (writes === -1) return
  if (when === 'before') writes += 1
  if (writes === killAt && moment === when) process.kill(process.pid, 'SIGKILL')
}

onEachWrite(reach)

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const house = await openHouse(dataDir, baseUrl, { transport: hasty })
say('ready')
for (let number = Number(first); number < Number(first) + Number(many); number += 1) {
  const operation = tortureOperation(number)
  const draft = await draftOf(house, operation, `K-${number}`)
  const { submissionId } = await house.must('submission.review', draft)
  say(`intent ${number} ${submissionId}`)
  if (killAt > 0 && writes === -1) writes = 0
  const sent = await house.call('submission.send', { submissionId })
  say(`shown ${number} ${sent.ok ? sent.value.outcome : 'nothing'}`)
}
say(`writes ${writes}`)
await house.core.close()
