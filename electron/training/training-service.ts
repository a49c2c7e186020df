import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { fail, ok, type Result } from '#shared/result.ts'
import { errorAnswer } from './answer.ts'
import { createOperationCounter } from './counters.ts'
import { createEnrolments } from './enrolments.ts'
import { createFaultQueue } from './faults.ts'
import { createIdentifiers } from './identifiers.ts'
import { personSpecs } from './people/example-people.ts'
import { trainingClientId } from './people/write-person-xml.ts'
import { createPerformer } from './operations/index.ts'
import { createProjectionPool } from './projection-pool.ts'
import { createRequestServer } from './serve-request.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { createTokenRegistry, type TrainingClock } from './tokens.ts'
import type { TrainingLogger, TrainingService } from './service-types.ts'

export interface TrainingServiceOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  readonly clock?: TrainingClock
  /** Default: 24 hours. */
  readonly tokenLifetimeSeconds?: number
  readonly logger?: TrainingLogger
  /** Threads for projections; default 2. */
  readonly workers?: number
  /** The places of values in a participant file; default: as publicly documented. */
  readonly mapping?: () => ParticipantMapping
}

export type { TrainingCounts, TrainingService } from './service-types.ts'

const dayInSeconds = 24 * 60 * 60

/** Example people start enrolled, so that a first opt-out has something to end. */
const enrolledByDefault = personSpecs.flatMap(({ userId, plans }) =>
  plans.map(({ planId }) => ({ participantId: userId, planId })),
)

const listen = (server: Server, port: number): Promise<Result<string>> =>
  new Promise((resolve) => {
    const onError = (error: Error): void => {
      resolve(
        fail({
          code: 'service.unreachable',
          message: `The training service could not start on 127.0.0.1:${port}.`,
          advice: 'Choose another port with --training-port, or leave it out to take a free one.',
          details: error.message,
        }),
      )
    }
    server.once('error', onError)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', onError)
      const address = server.address()
      resolve(
        ok(
          `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`,
        ),
      )
    })
  })

/**
 * The embedded training service: HTTP on 127.0.0.1 with the token endpoint, every operation and the control endpoints.
 * Every number is simulated. Nothing runs until `start`.
 */
export const createTrainingService = (options: TrainingServiceOptions = {}): TrainingService => {
  const {
    port = 0,
    clock = { now: Date.now },
    tokenLifetimeSeconds = dayInSeconds,
    logger,
    workers = 2,
  } = options
  const { mapping = () => publishedMapping } = options
  const controlToken = randomBytes(24).toString('base64url')
  const faults = createFaultQueue()
  const received = createOperationCounter()
  const executed = createOperationCounter()
  const tokens = createTokenRegistry(clock, tokenLifetimeSeconds)
  const counts = () => ({
    received: received.all(),
    executed: executed.all(),
    tokensIssued: tokens.issued,
  })

  const open = async (): Promise<{
    readonly result: Result<string>
    readonly warmUp: () => void
    readonly close: () => Promise<void>
  }> => {
    const stopping = new AbortController()
    const pool = createProjectionPool(workers)
    const perform = createPerformer({
      clock,
      pool,
      executed,
      enrolments: createEnrolments(enrolledByDefault),
      identifiers: createIdentifiers(clock.now()),
      clientId: trainingClientId,
      mapping,
    })
    const serve = createRequestServer({
      tokens,
      faults,
      received,
      perform,
      control: { controlToken, faults, tokens, counts },
      stopping: stopping.signal,
    })
    const server = createServer((request, response) => {
      serve(request, response).catch((error: unknown) => {
        if (stopping.signal.aborted) return
        logger?.error('The training service failed to answer a request', error)
        if (response.headersSent) {
          response.destroy()
          return
        }
        const { status, headers, body } = errorAnswer(
          500,
          'The training service failed; its log says why.',
        )
        response.writeHead(status, headers).end(body)
      })
    })
    server.on('clientError', (_error, socket) => {
      socket.destroy()
    })
    const result = await listen(server, port)
    const close = async (): Promise<void> => {
      stopping.abort()
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
      })
      server.closeAllConnections()
      await Promise.all([closed, pool.close()])
    }
    if (!result.ok) await pool.close()
    const warmUp = (): void => {
      pool.warmUp()
    }
    return { result, warmUp, close }
  }

  let running: ReturnType<typeof open> | null = null

  return {
    start: async () => {
      running ??= open()
      const { result } = await running
      if (!result.ok) running = null
      return result
    },
    warmUp: () => void running?.then((present) => present.warmUp()),
    stop: async () => {
      const present = running
      running = null
      if (present === null) return
      const { result, close } = await present
      if (result.ok) await close()
    },
    counts,
    faults,
    expireTokens: () => {
      tokens.expireAll()
    },
    controlToken,
  }
}
