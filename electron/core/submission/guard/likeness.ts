import { hash } from 'node:crypto'
import { identityKey } from '#shared/identity-key.ts'
import type { EnvironmentView } from '#shared/environments/environment.ts'
import type { Likeness } from '#shared/records/receipt.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { peopleKeys, type Subject } from '#shared/participant/subject.ts'
import { isLoopback } from '../../environments/base-url.ts'
import type { ExpressBody } from '../../express/body-for.ts'

/** SHA-256 of the sent body, hexadecimal. */
export const digestOf = (body: ExpressBody): string => hash('sha256', JSON.stringify(body))

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
  return `${origin}${url.pathname.replace(/\/+$/, '')} ${clientId}`.toLowerCase()
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

/**
 * Two drafts that share a key would have the same effect: for the same person in the same plan, with the same file in
 * the same plan, or with the same request.
 */
export const intentKeys = (
  environment: Pick<EnvironmentView, 'id'>,
  { operation, subject, plans }: Pick<AboutToSend, 'operation' | 'subject' | 'plans'>,
  likeness: Likeness,
): readonly string[] => {
  // An environment may change during a submission, so the keys contain both its id and its service.
  const places = [environment.id, ...(likeness.service === '' ? [] : [likeness.service])]
  const whom = [
    ...peopleKeys(subject).map((person) => `participant ${person}`),
    ...(likeness.file === '' ? [] : [`file ${likeness.file}`]),
  ]
  const what = [
    ...plans.flatMap(({ planId }) => whom.map((who) => [operation, who, identityKey(planId)])),
    [operation, `body ${likeness.body}`],
  ]
  return places.flatMap((place) => what.map((words) => [place, ...words].join('\u0000')))
}
