import { hash } from 'node:crypto'
import { looseKey } from '#shared/identity-key.ts'
import type { EnvironmentView } from '#shared/environments/environment.ts'
import type { Likeness } from '#shared/records/receipt.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { peopleKeys, type Subject } from '#shared/participant/subject.ts'
import { isLoopback } from '../../environments/base-url.ts'
import type { ExpressBody } from '../../express/body-for.ts'

/** SHA-256 of the sent body, hexadecimal. */
export const digestOf = (body: ExpressBody): string => hash('sha256', JSON.stringify(body))

/** A character that a path may also have percent-encoded (RFC 3986, section 6.2.2.2). */
const unreserved = /^[\w.~-]$/

/** A path in one form: no empty segments, and nothing percent-encoded without need. */
const plainPath = (path: string): string =>
  path
    .replace(/%([0-9a-f]{2})/gi, (encoded, code: string) => {
      const character = String.fromCharCode(Number.parseInt(code, 16))
      return unreserved.test(character) ? character : encoded
    })
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')

/**
 * Base URL and ClientId, in one form for every spelling of the same address; empty for Training. Case is ignored,
 * because many services ignore it in paths and clients. All names of this computer count as the same.
 */
export const serviceOf = ({
  kind,
  baseUrl,
  clientId,
}: Pick<EnvironmentView, 'kind' | 'baseUrl' | 'clientId'>): string => {
  if (kind === 'training') return ''
  const url = URL.parse(baseUrl)
  if (url === null) return `${baseUrl} ${clientId}`.toLowerCase()
  const origin = isLoopback(url.hostname)
    ? url.origin.replace(url.hostname, 'localhost')
    : url.origin.replace(/\.(?=:\d+$|$)/, '')
  return `${origin}${plainPath(url.pathname)} ${clientId}`.toLowerCase()
}

/** Equal values mean the same submission, whichever participant it names. */
export const likenessOf = (
  body: ExpressBody,
  participantXml: string,
  environment: Pick<EnvironmentView, 'kind' | 'baseUrl' | 'clientId'>,
): Likeness => {
  const { TransactionHTTPEndpoint: _changesWithEachSession, ...lasting } = body
  return {
    body: digestOf(lasting),
    file: participantXml === '' ? '' : hash('sha256', participantXml),
    service: serviceOf(environment),
  }
}

/** A submission about to be sent: where it goes, and its people and plans. */
export interface AboutToSend {
  readonly environment: Pick<EnvironmentView, 'id' | 'kind'>
  readonly operation: SubmissionReview['operation']
  /** For a file with several participants, `among` lists all of them. */
  readonly subject: Pick<Subject, 'participantId' | 'among'>
  readonly plans: readonly Pick<SubmissionReview['plans'][number], 'planId'>[]
}

/** What decides whether two submissions are the same, either in plain texts or in digests of one key. */
export interface Traits {
  readonly operation: SubmissionReview['operation']
  readonly environmentId: string
  readonly environmentKind: EnvironmentView['kind']
  /** Empty for Training. This and the fields below are empty if unknown. */
  readonly service: string
  readonly body: string
  readonly file: string
  readonly people: readonly string[]
  readonly plans: readonly string[]
}

export const traitsOf = (
  { environment, operation, subject, plans }: AboutToSend,
  { service, body, file }: Likeness,
): Traits => ({
  operation,
  environmentId: environment.id,
  environmentKind: environment.kind,
  service,
  body,
  file,
  people: peopleKeys(subject).map(looseKey),
  plans: [...new Set(plans.map(({ planId }) => looseKey(planId)))],
})

const share = (some: readonly string[], others: readonly string[]) =>
  some.some((each) => others.includes(each))

/**
 * Whether both go to the same service: in one environment, whose address may have changed since, or in two with the same
 * address and ClientId. Training has no lasting address.
 */
const isSameService = (one: Traits, other: Traits) =>
  one.environmentId === other.environmentId ||
  (one.service === ''
    ? one.environmentKind === other.environmentKind && other.service === ''
    : one.service === other.service)

export type Sameness = 'request' | 'participant' | 'file'

/**
 * What two submissions have in common so that they are the same; null if they differ. An identical request is the same for
 * any participant and plan. A submission without plans overlaps every plan.
 */
export const samenessOf = (one: Traits, other: Traits): Sameness | null => {
  if (one.operation !== other.operation || !isSameService(one, other)) return null
  if (one.body !== '' && one.body === other.body) return 'request'
  const isAnyPlan = one.plans.length === 0 || other.plans.length === 0
  if (!isAnyPlan && !share(one.plans, other.plans)) return null
  if (share(one.people, other.people)) return 'participant'
  return one.file !== '' && one.file === other.file ? 'file' : null
}
