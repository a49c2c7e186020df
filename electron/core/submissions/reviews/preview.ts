import { z } from 'zod'
import { isObject } from '#shared/is-object.ts'
import type { SentAs } from '#shared/express/field-words.ts'
import { ownFields } from '#shared/express/operations.ts'
import { jsonSchema, type Json } from '#shared/json.ts'
import type { SubmissionReview } from '#shared/submission/review.ts'
import type { ExpressBody } from '../../express/body-for.ts'
import { digestOf } from '../guard/likeness.ts'

const hidden = '••••••'

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

/** The review's view of a body: every field as sent, but the XML is shortened and session secrets are hidden. */
export const previewOf = (
  body: ExpressBody,
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
