import { hash } from 'node:crypto'
import { z } from 'zod'
import { identityKey } from '#shared/identity-key.ts'
import { isObject } from '#shared/is-object.ts'
import type { SentAs } from '#shared/express/field-words.ts'
import { ownFields } from '#shared/express/operations.ts'
import type { ReadDraft } from '#shared/express/operations/operation.ts'
import { jsonSchema, type Json } from '#shared/json.ts'
import type { ReadAs } from '#shared/express/read-as.ts'
import type { EnvironmentView } from '#shared/settings/environment.ts'
import type { Likeness } from '#shared/records/receipt.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import { peopleKeys, type Subject } from '#shared/participant/subject.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { inputsAsSent } from '#shared/strategy/read-as.ts'
import { isLoopback } from '../environments/base-url.ts'

export type Body = Readonly<Record<string, unknown>>

/** What the record-keeper's session adds to a submission; both values are secrets. */
export interface TransactionSecrets {
  readonly sid: string
  readonly cookie: string
  /** Origin of the TransURL with which they may go. */
  readonly receiver: string
}

/** Where a transaction is handed to, and what goes along; null for a draft without TransURL. */
export interface Endpoint {
  readonly transUrl: string
  readonly secrets: TransactionSecrets | null
  /** What is not stored goes as empty text, instead of not at all. */
  readonly emptySession: boolean | undefined
}

/** Fails with `submission.transUrl` where SID and Cookie were entered for another receiver: they are sent to no other. */
export const checkReceiver = (
  receiver: string,
  secrets: TransactionSecrets | null,
): Result<void> => {
  if (secrets === null || secrets.receiver === receiver) return ok(undefined)
  return fail({
    code: 'submission.transUrl',
    message: `TransURL goes to ${new URL(receiver).host}, and SID and Cookie were entered for ${new URL(secrets.receiver).host}. Nothing was sent.`,
    advice:
      'Correct TransURL. Where it is right, enter SID and Cookie for it under Settings, or forget them there.',
    field: 'TransURL',
  })
}

const sessionOf = ({ secrets, emptySession }: Endpoint): Body => {
  const of = (name: string, value: string): Body =>
    value === '' && !emptySession ? {} : { [name]: value }
  return { ...of('SID', secrets?.sid ?? ''), ...of('Cookie', secrets?.cookie ?? '') }
}

const hidden = '••••••'

/** SHA-256 of the body as it is sent, hexadecimal. */
const digestOf = (body: Body): string => hash('sha256', JSON.stringify(body))

/**
 * Base URL and ClientId in one form for every spelling of the same address; empty for Training. Many a service makes no
 * difference of case in a path or a client, so none is made here. Of this computer every name is the same.
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

/** What makes a submission the same as another one, whoever they name. */
export const likenessOf = (
  body: Body,
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

/**
 * The draft's own fields in the specification's order, its amounts as the environment takes them; ClientId and ParticipantXML
 * are put in by their owners.
 */
export const fieldsOf = (
  draft: ReadDraft,
  participantXml: string,
  to: Endpoint | null,
  readAs: ReadAs,
): Body => {
  const endpoint =
    to === null ? {} : { TransactionHTTPEndpoint: { TransURL: to.transUrl, ...sessionOf(to) } }
  return {
    ...draft.fields(participantXml, (inputs) => inputsAsSent(inputs, readAs)),
    ...endpoint,
  }
}

/** What to point out when a record-keeper's address goes along. */
export const endpointWarnings = ({ transUrl, secrets, emptySession }: Endpoint): string[] => {
  const empty = [...(secrets?.sid ? [] : ['SID']), ...(secrets?.cookie ? [] : ['Cookie'])]
  if (empty.length === 0) return []
  const [words, them] =
    empty.length === 1 ? [`${empty.join()} is`, 'it'] : [`${empty.join(' and ')} are`, 'them']
  const how = emptySession ? `with ${empty.join(' and ')} empty` : `without ${them}`
  return [
    `${words} not stored for this environment: TransURL, which is at ${new URL(transUrl).host}, goes along ${how}. Enter ${them} under Settings.`,
  ]
}

const descriptionsFor = ({ salary, pensionAmount }: SentAs): Readonly<Record<string, string>> => ({
  ClientId: 'the client the service knows this environment by',
  ParticipantXML: 'the participant file, sent exactly as it was opened',
  RetirementAge: 'target retirement age',
  Salary: `sent as dollars a ${salary}, by a setting of the environment`,
  PensionTypes: `pensions, sent as dollars a ${pensionAmount}, by a setting of the environment`,
  SavingsRateDetails: 'savings rates',
  ExcludeSocialSecurity: 'leave Social Security out',
  DesiredRetirementIncome: 'income goal',
  TransactionHTTPEndpoint: "the record-keeper's address; session values hidden",
})

const short = (name: string, value: Json): Json => {
  if (name === 'ParticipantXML' && typeof value === 'string') {
    return `${value.slice(0, 160)}… (${value.length} characters in all)`
  }
  if (name === 'TransactionHTTPEndpoint' && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'TransURL' || inner === '' ? inner : hidden,
      ]),
    )
  }
  return value
}

const asSent = z.record(z.string(), jsonSchema)

/** What the review shows of a body: every field as it will go, the XML shortened and session secrets hidden. */
export const previewOf = (
  body: Body,
  sentAs: SentAs,
): Pick<SubmissionReview, 'fields' | 'bodyPreview' | 'bodyBytes' | 'bodySha256'> => {
  const text = JSON.stringify(body)
  const descriptions = descriptionsFor(sentAs)
  const shown = Object.entries(asSent.parse(JSON.parse(text))).map(
    ([name, value]) => [name, short(name, value)] as const,
  )
  return {
    fields: shown.map(([name, value]) => ({
      name,
      value,
      description: descriptions[name] ?? ownFields[name]?.description ?? '',
    })),
    bodyPreview: JSON.stringify(Object.fromEntries(shown), null, 2),
    bodyBytes: Buffer.byteLength(text),
    bodySha256: digestOf(body),
  }
}

/**
 * Two drafts that share one of these keys would do the same thing: to the same person in the same plan, with the same file
 * in the same plan, or with the same request.
 */
export const intentKeys = (
  environment: Pick<EnvironmentView, 'id'>,
  operation: string,
  subject: Pick<Subject, 'participantId' | 'among'>,
  plans: SubmissionReview['plans'],
  likeness: Likeness,
): readonly string[] => {
  // An environment may be changed while one is on its way.
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
