const clientIdIn = (body: string) => /"ClientId":"([^"]*)"/.exec(body)?.[1] ?? ''

/** The ids of a transaction, which no two answers have in common. */
const idNames = ['TransactionId', 'RKTransactionId']

/**
 * A copy of `answer` with `mark` after its transaction ids and with the client of the request `body`, because a receipt
 * refuses an answer with the client or the ids of another.
 */
export const answerTo = (body: string, answer: object, mark: string): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) => {
    if (key === 'ClientId') return clientIdIn(body)
    return idNames.includes(key) ? `${String(value)}${mark}` : value
  })
