import { randomUUID } from 'node:crypto'
import { submissionOperations, tokenPath } from '#shared/express/operations.ts'
import { specified } from '#test/operations/index.ts'
import { answerTo } from './answer-to.ts'
import { answerJson, bodyOf, serve } from './loopback-server.ts'

/** How the service ends a request, whether it was executed or not. */
export type Ending = 'accept' | 'decline' | 'refuse' | 'failBefore' | 'failAfter'

export interface CountingService {
  readonly port: number
  /**
   * Executed requests, counted by the label that `labelOf` gives to a connection, or by participant
   * if there is no label.
   */
  readonly executed: Map<string, number>
  readonly end: (ending: Ending) => void
  readonly stop: () => Promise<void>
}

const answers = new Map(
  submissionOperations.map((name) => [specified[name].path, specified[name].shortAnswer]),
)

const token = 'counting-token-51b7'

const participantIn = (text: string): string =>
  /(?:"ParticipantId":"|UserID=\\")([^"\\]*)/.exec(text)?.[1] ?? ''

/** The highest execution count of any request. */
export const mostOften = ({ executed }: CountingService): number =>
  Math.max(0, ...executed.values())

/**
 * A minimal service for tests of requests that must be executed only once. It counts the requests
 * that it executes, and accepts only complete, readable ones.
 */
export const startCountingService = async (
  labelOf?: (port: number) => string,
): Promise<CountingService> => {
  const executed = new Map<string, number>()
  let ending: Ending = 'accept'
  const loopback = await serve(async (request, response) => {
    const port = request.socket.remotePort ?? 0
    const text = await bodyOf(request)
    const label = labelOf?.(port) ?? participantIn(text)
    if (request.url === tokenPath)
      return answerJson(response, 200, { access_token: token, expires_in: 86_400 })
    const answer = answers.get(request.url ?? '')
    if (!answer) return answerJson(response, 404, { ErrorMessage: 'There is no such path.' })
    if (request.headers.authorization !== `Bearer ${token}`)
      return answerJson(response, 401, { ErrorMessage: 'The access token is not valid.' })
    try {
      JSON.parse(text)
    } catch {
      return answerJson(response, 400, { ErrorMessage: 'This is not JSON.' })
    }
    if (ending === 'refuse') return answerJson(response, 422, { ErrorMessage: 'Not now.' })
    if (ending === 'failBefore') return answerJson(response, 503, { ErrorMessage: 'Down.' })
    executed.set(label, (executed.get(label) ?? 0) + 1)
    if (ending === 'failAfter') return answerJson(response, 500, { ErrorMessage: 'Failed.' })
    const given = JSON.stringify(answerTo(text, answer(ending !== 'decline'), `-${randomUUID()}`))
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', Buffer.byteLength(given))
    response.end(given)
    return undefined
  })
  return {
    port: Number(new URL(loopback.url).port),
    executed,
    end: (next) => {
      ending = next
    },
    stop: loopback.stop,
  }
}
