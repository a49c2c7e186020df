import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { FirmLaw } from '#shared/law/schema.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import type { ParticipantMapping } from '#shared/participant/mapping.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { countsOf } from '#shared/training/faults.ts'
import { errorAnswer } from './answers.ts'
import { createEnrollments, createIdentifiers } from './enrollments.ts'
import { createFaultQueue } from './faults.ts'
import { trainingOperations } from './operations/index.ts'
import { personSpecs } from './people/example-people.ts'
import { createProjectionPool } from './projection-pool.ts'
import { createRequestServer, send } from './serve-request.ts'
import { createTokenRegistry, type TrainingClock } from './tokens.ts'

export interface TrainingServiceOptions {
  /** The port; 0, the default, means any free port. */
  readonly port?: number
  /** The secret of the only client; random if absent, so that other programs of this computer cannot call the service. */
  readonly secret?: string
  readonly clock?: TrainingClock
  /** How long a token is valid, seconds; 24 hours if absent. */
  readonly tokenLifetimeSeconds?: number
  readonly logger?: { error(message: string, cause?: unknown): void }
  /** The mapping of participant files; the publicly documented one if absent. */
  readonly mapping?: () => ParticipantMapping
  /** The law for years that this version does not include. */
  readonly firmLaw?: FirmLaw
}

const dayInSeconds = 24 * 60 * 60

/** Example people start out enrolled, so that a first opt-out has an enrollment to end. */
const enrolledByDefault = personSpecs.flatMap(({ userId, plans }) =>
  plans.map(({ planId }) => ({ participantId: userId, planId })),
)

const listen = async (server: Server, port: number): Promise<Result<string>> => {
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const taken = typeof address === 'object' && address !== null ? address.port : port
    return ok(`http://127.0.0.1:${taken}`)
  } catch (cause) {
    return fail({
      code: 'service.unreachable',
      message: `The training service could not start on 127.0.0.1:${port}.`,
      advice: 'Choose another port with --training-port, or leave it out to take a free one.',
      details: cause instanceof Error ? cause.message : String(cause),
    })
  }
}

/** The embedded training service: HTTP on 127.0.0.1. Nothing runs until `start`. It implements the core's ports. */
export const createTrainingService = ({
  port = 0,
  secret = randomBytes(24).toString('base64url'),
  clock = { now: Date.now },
  tokenLifetimeSeconds = dayInSeconds,
  logger,
  mapping = () => publishedMapping,
  firmLaw = [],
}: TrainingServiceOptions = {}) => {
  const controlToken = randomBytes(24).toString('base64url')
  const faults = createFaultQueue()
  const received = countsOf(() => 0)
  const executed = countsOf(() => 0)
  const tokens = createTokenRegistry(clock, tokenLifetimeSeconds)
  /**
   * A request counts as executed even if its answer was lost, so that tests can check that it was
   * executed exactly once.
   */
  const counts = () => ({
    received: { ...received },
    executed: { ...executed },
    tokensIssued: tokens.issued(),
  })

  const open = async () => {
    const stopping = new AbortController()
    const pool = createProjectionPool()
    const context = {
      clock,
      pool,
      executed,
      enrollments: createEnrollments(enrolledByDefault),
      nextIds: createIdentifiers(clock),
      mapping,
      firmLaw,
    }
    const serve = createRequestServer({
      tokens,
      secret,
      faults,
      received,
      perform: (name, text, decline) => trainingOperations[name](name, text, decline, context),
      controlToken,
      counts,
      stopping: stopping.signal,
    })
    const server = createServer((request, response) => {
      serve(request, response).catch((error: unknown) => {
        if (stopping.signal.aborted) return
        logger?.error('The training service failed to answer a request', error)
        if (response.headersSent) response.destroy()
        else send(response, errorAnswer(500, 'The training service failed; its log says why.'))
      })
    })
    server.on('clientError', (_error, socket) => socket.destroy())
    const result = await listen(server, port)
    const close = async (): Promise<void> => {
      stopping.abort()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await Promise.all([closed, pool.close()])
    }
    if (!result.ok) await pool.close()
    return { result, pool, close }
  }

  let running: ReturnType<typeof open> | null = null

  return {
    secret,
    /**
     * Base URL such as `http://127.0.0.1:40123`, which stays the same while the service runs. Fails with
     * `service.unreachable` if the port is taken.
     */
    start: async () => {
      running ??= open()
      const { result } = await running
      if (!result.ok) running = null
      return result
    },
    warmUp: () => void running?.then(({ pool }) => pool.warmUp()),
    /**
     * Cuts open connections and ends the workers. After a restart, the service remembers nothing.
     */
    stop: async () => {
      const present = running
      running = null
      if (present === null) return
      const { result, close } = await present
      if (result.ok) await close()
    },
    counts,
    faults,
    /** Ends every token now; the next use of any of them gets a 401. */
    expireTokens: tokens.expireAll,
    controlToken,
  }
}
export type TrainingService = ReturnType<typeof createTrainingService>
