import { flushCompileCache } from 'node:module'
import { checkedList, listText, settledList } from '#test/support/list-files.ts'
import { hasty, openHouse } from './house.ts'

/**
 * A program to kill in the middle of a list. The first life opens and checks the list; every life sends what is ready,
 * as a person would who goes on, and prints each count that it shows.
 */
const [, , dataDir = '', baseUrl = '', rows = '40', concurrency = '8'] = process.argv

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const house = await openHouse(dataDir, baseUrl, { transport: hasty })
// Whoever is killed leaves what was compiled to the next one now or never.
flushCompileCache()
const [known] = await house.must('list.all', {})
const list = known ?? (await checkedList(house, listText(Number(rows))))
const { listId, counts } = list
say(`ready ${listId} ${counts.ready}`)
if (counts.ready > 0) {
  const options = {
    concurrency: Number(concurrency),
    perMinute: null,
    stopAfterErrors: null,
    overrideReason: '',
    sendsUnusual: false,
  }
  await house.must('list.start', { listId, options, rowsToSend: counts.ready })
  await settledList(house, listId)
}
say('ended')
await house.core.close()
