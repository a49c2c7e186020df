import { checkedList, listText, settledList } from '#test/support/samples/list-files.ts'
import { hasty, openHouse } from './house.ts'

/**
 * A program for tests to kill during a list. The first run opens and checks the list. Every run
 * sends the ready rows, as if a user continued the list, and prints how many rows are ready.
 */
const [, , dataDir = '', baseUrl = '', rows = '40', concurrency = '8'] = process.argv

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const house = await openHouse(dataDir, baseUrl, { transport: hasty })
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
