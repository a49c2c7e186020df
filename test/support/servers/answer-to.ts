const clientIdIn = (body: string) => /"ClientId":"([^"]*)"/.exec(body)?.[1] ?? ''

/** The ids of a transaction, which no two answers have in common. */
const idNames = ['TransactionId', 'RKTransactionId']

/**
 * A copy of `answer` with `mark` appended to its transaction ids and with the client id from the
 * request `body`, because the program doubts an answer with the client id or transaction ids of
 * another request.
 */
export const answerTo = (body: string, answer: object, mark: string): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) => {
    if (key === 'ClientId') return clientIdIn(body)
    return idNames.includes(key) ? `${String(value)}${mark}` : value
  })
