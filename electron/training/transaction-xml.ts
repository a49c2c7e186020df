import type {
  Election,
  FundMove,
  ParticipantFacts,
  PlanMoves,
  Projected,
} from './projection-job.ts'
import { escapeXml } from './people/write-person-xml.ts'

/** Our own documents; the real structure of a transaction is not published. */
const namespace = 'urn:glidepath:training:transaction'

interface TransactionHead {
  readonly transactionId: string
  /** ISO 8601. */
  readonly at: string
  readonly clientId: string
  readonly type: string
  readonly participantId: string
  readonly firstName: string
  readonly lastName: string
}

/** A savings rate of the request, percent of pay. */
interface SentRate {
  readonly PlanId: string
  readonly SavingsType: string
  readonly Value: string | number
}

/** A plan of the request; its other fields become attributes. ServiceOption `NONE` opts out. */
type PlanInTransaction = Readonly<Record<string, string>> & { readonly PlanId: string }

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')

const elementLines = (element: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`      <${element}>`, ...lines, `      </${element}>`]

const fundLines = (funds: readonly FundMove[]): string[] =>
  funds.map(
    ({ fundId, name, from, to }) =>
      `        <Fund${attributes({ CusFundID: fundId, Name: name, FromPercent: from, ToPercent: to })}/>`,
  )

const electionLines = (elections: readonly Election[]): string[] =>
  elections.map(
    ({ fundId, name, percent }) =>
      `        <Fund${attributes({ CusFundID: fundId, Name: name, ToPercent: percent })}/>`,
  )

const rateLines = (rates: readonly SentRate[]): string[] =>
  rates.map(
    ({ SavingsType, Value }) =>
      `        <Rate${attributes({ Type: SavingsType, ToPercent: Value })}/>`,
  )

const planLines = (
  plan: PlanInTransaction,
  moves: PlanMoves | undefined,
  rates: readonly SentRate[],
): string[] => {
  const { PlanId: PlanID, ...more } = plan
  const start = `    <Plan${attributes({ PlanID, ...more })}`
  if (moves === undefined) return [`${start}/>`]
  return [
    `${start}>`,
    ...elementLines('Reallocation', fundLines(moves.funds)),
    ...elementLines('FutureElections', electionLines(moves.elections)),
    ...elementLines('ContributionRates', rateLines(rates)),
    '    </Plan>',
  ]
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

/**
 * A simulated transaction, base64 of an XML document: by plan the reallocation, future elections and the `rates` that the
 * request itself asks for. A recommended rate that was not sent is not set.
 */
export const writeTransaction = (
  head: TransactionHead,
  plans: readonly PlanInTransaction[],
  moves: readonly PlanMoves[] = [],
  rates: readonly SentRate[] = [],
): string => {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Transaction${attributes({
      xmlns: namespace,
      Simulated: 'true',
      TransactionID: head.transactionId,
      TimeStamp: head.at,
      ClientID: head.clientId,
      Type: head.type,
    })}>`,
    `  <Participant${attributes({ UserID: head.participantId, FirstName: head.firstName, LastName: head.lastName })}>`,
    ...plans.flatMap((plan) =>
      planLines(
        plan,
        moves.find(({ planId }) => planId === plan.PlanId),
        rates.filter(({ PlanId }) => PlanId === plan.PlanId),
      ),
    ),
    '  </Participant>',
    '</Transaction>',
  ]
  return base64(lines.join('\n'))
}

/**
 * The person of the answer, for example `Ada Reyes (P-1)` or `Ada Reyes (P-1, the first of 3 participants in the
 * file)`.
 */
export const answeredFor = ({ firstName, lastName, userId, inFile }: ParticipantFacts): string => {
  const name = `${firstName} ${lastName}`.trim() || 'a participant without a name'
  const place = inFile > 1 ? `the first of ${inFile} participants in the file` : ''
  const known = [userId, place].filter((part) => part !== '').join(', ')
  return known === '' ? name : `${name} (${known})`
}

/** A simulated CommunicationXML in base64: the text of a letter to the participant. */
export const writeCommunication = (projected: Projected, clientId: string, at: string): string => {
  const { userId, firstName, lastName } = projected.participant
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Communication${attributes({ xmlns: namespace, Simulated: 'true', TimeStamp: at, ClientID: clientId })}>`,
    `  <Participant${attributes({ UserID: userId, FirstName: firstName, LastName: lastName })}/>`,
    ...projected.sustainableIncome.map(
      ({ strategyType, amount }) =>
        `  <Strategy${attributes({ Type: strategyType, SustainableRetirementIncome: Math.round(amount) })}/>`,
    ),
    `  <Note>${escapeXml(`Answered for ${answeredFor(projected.participant)}.`)}</Note>`,
    ...projected.notes.map((note) => `  <Note>${escapeXml(note)}</Note>`),
    '</Communication>',
  ]
  return base64(lines.join('\n'))
}
