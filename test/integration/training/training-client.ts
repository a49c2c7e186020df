import { request } from 'undici'
import { operations, tokenPath } from '#shared/express/operations.ts'
import type { OperationName } from '#shared/express/operations.ts'
import { createTrainingService } from '#electron/training/training-service.ts'
import type {
  TrainingServiceOptions,
  TrainingService,
} from '#electron/training/training-service.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
import { specified } from '#test/operations/index.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The parsed body; `undefined` if it is not JSON. */
  readonly json: unknown
}

/** A running training service, and functions to call it over real loopback HTTP. */
export interface TrainingClient {
  readonly service: TrainingService
  readonly base: string
  send(
    path: string,
    body: string,
    headers?: Record<string, string>,
    method?: 'GET' | 'POST' | 'PUT',
  ): Promise<Reply>
  /** Gets a new token with HTTP Basic authentication. */
  token(): Promise<string>
  /** Sends an operation, with a new token by default. */
  call(operation: OperationName, body: object, token?: string): Promise<Reply>
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const basicAuthorization = `Basic ${Buffer.from('training:training').toString('base64')}`
export const formType = { 'content-type': 'application/x-www-form-urlencoded' }

export const startTraining = async (
  options: TrainingServiceOptions = {},
): Promise<TrainingClient> => connectTo(createTrainingService({ secret: 'training', ...options }))

/** Starts the service if it is not running. */
export const connectTo = async (service: TrainingService): Promise<TrainingClient> => {
  const started = await service.start()
  if (!started.ok) throw new Error(started.error.message)
  const base = started.value
  const send: TrainingClient['send'] = async (path, body, headers = {}, method = 'POST') => {
    const response = await request(`${base}${path}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body }),
    })
    const text = await response.body.text()
    return { status: response.statusCode, headers: response.headers, text, json: parse(text) }
  }
  const token = async (): Promise<string> => {
    const { json } = await send(tokenPath, 'grant_type=client_credentials', {
      ...formType,
      authorization: basicAuthorization,
    })
    if (typeof json === 'object' && json !== null && 'access_token' in json)
      return String(json.access_token)
    throw new Error('no token')
  }
  return {
    service,
    base,
    send,
    token,
    call: async (operation, body, given) =>
      send(operations[operation].path, JSON.stringify(body), {
        'content-type': 'application/json',
        authorization: `Bearer ${given ?? (await token())}`,
      }),
  }
}

/** An example person's participant file. */
export const xmlOf = (id: string): string => {
  const person = examplePeople.find((candidate) => candidate.id === id)
  if (person === undefined) throw new Error(`no example person ${id}`)
  return person.xml
}

/** A valid `operation` request about Maya Torres. */
export const requestOfMaya = (operation: OperationName): object =>
  specified[operation].training.request(xmlOf('maya-torres'))

export const forecastOf = (id: string) => ({ ClientId: 'TRAINING', ParticipantXML: xmlOf(id) })
