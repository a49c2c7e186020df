import iconv from 'iconv-lite'
import type { ListOptions, ListView } from '#shared/lists/list.ts'
import type { RealCore } from '../worlds/real-core.ts'

/** A list of opt-outs as a file, and the steps to a checked list. */

export const listHeader = [
  'Participant ID',
  'First Name',
  'Last Name',
  'Plan ID',
  'Plan Type',
  'Branch',
] as const

export const listLine = (number: number): string[] => [
  `L-${number}`,
  `First${number}`,
  `Last${number}`,
  'ACME401K',
  '401K',
  `Branch ${number % 7}`,
]

export const listText = (rows: number, delimiter = ',', end = '\r\n', from = 1): string =>
  [listHeader, ...Array.from({ length: rows }, (_, index) => listLine(index + from))]
    .map((cells) => cells.join(delimiter) + end)
    .join('')

export const bytesOf = (
  text: string,
  encoding = 'utf-8',
  addBOM = false,
): Uint8Array<ArrayBuffer> => new Uint8Array(iconv.encode(text, encoding, { addBOM }))

export const noDefaults = { planType: '', reason: '', planSeparator: '' }

export const plainOptions = {
  concurrency: 8,
  perMinute: null,
  stopAfterErrors: null,
  overrideReason: '',
  sendsUnusual: false,
}

/** Opens and checks `text`, with the guessed columns. */
export const checkedList = async (
  house: Pick<RealCore, 'must'>,
  text: string,
  fileName = 'people.csv',
): Promise<ListView> => {
  const file = await house.must('list.open', { fileName, bytes: bytesOf(text) })
  return house.must('list.check', {
    listId: file.listId,
    mapping: file.mapping,
    defaults: noDefaults,
  })
}

export const viewOf = async (house: Pick<RealCore, 'must'>, listId: string): Promise<ListView> => {
  const view = (await house.must('list.all', {})).find((list) => list.listId === listId)
  if (!view) throw new Error('the list is gone')
  return view
}

/** The first rows of a list, at most 500. */
export const rowsIn = async (house: Pick<RealCore, 'must'>, listId: string) =>
  (await house.must('list.rows', { listId, offset: 0, limit: 500 })).rows

/** Resolves to the list once it no longer runs. */
export const settledList = async (
  house: Pick<RealCore, 'must'>,
  listId: string,
): Promise<ListView> => {
  for (;;) {
    const view = await viewOf(house, listId)
    if (view.state !== 'running') return view
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Sends this many rows; resolves to the list once nothing is under way. */
export const sentList = async (
  house: Pick<RealCore, 'must'>,
  listId: string,
  rowsToSend: number,
  options: ListOptions = plainOptions,
): Promise<ListView> => {
  await house.must('list.start', { listId, options, rowsToSend })
  return settledList(house, listId)
}
