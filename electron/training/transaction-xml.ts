import { element, escapeXml, leaf, type Attributes } from './people/person-xml.ts'
import type { PlanMoves, Projected } from './run-projection.ts'

/** The documents are invented; the real structure of a transaction is not published. */
const namespace = 'urn:glidepath:training:transaction'

type Texts<Name extends string> = Readonly<Record<Name, string>>

/** The header of a transaction; TimeStamp is ISO 8601. */
type TransactionHead = Texts<'TransactionID' | 'TimeStamp' | 'ClientID' | 'Type'>
type Person = Texts<'UserID' | 'FirstName' | 'LastName'>

/** A savings rate of the request, percent of pay. */
type SentRate = Texts<'PlanId' | 'SavingsType' | 'Value'>

/** A plan of the request; its other fields become attributes. The ServiceOption `NONE` opts out. */
type PlanInTransaction = Texts<string> & Texts<'PlanId'>

/** An element with one child for each row; empty text if there are no rows. */
const listOf = (name: string, child: string, rows: readonly Attributes[]): readonly string[] =>
  rows.length === 0
    ? []
    : element(
        name,
        {},
        rows.map((row) => leaf(child, row)),
      )

const planLines = (
  { PlanId: PlanID, ...more }: PlanInTransaction,
  moves: PlanMoves | undefined,
  rates: readonly SentRate[],
): readonly string[] => {
  const attributes = { PlanID, ...more }
  if (moves === undefined) return [leaf('Plan', attributes)]
  const ofPlan = rates
    .filter((rate) => rate.PlanId === PlanID)
    .map(({ SavingsType: Type, Value: ToPercent }) => ({ Type, ToPercent }))
  return element('Plan', attributes, [
    ...listOf('Reallocation', 'Fund', moves.funds),
    ...listOf('FutureElections', 'Fund', moves.elections),
    ...listOf('ContributionRates', 'Rate', ofPlan),
  ])
}

const documentOf = (name: string, attributes: Texts<string>, lines: readonly string[]) => {
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...element(name, { xmlns: namespace, Simulated: 'true', ...attributes }, lines),
  ]
  return Buffer.from(xml.join('\n'), 'utf8').toString('base64')
}

/**
 * A transaction with each plan's reallocation and future elections, and the request's own `rates`.
 * A recommended rate that was not sent is left out.
 */
export const writeTransaction = (
  head: TransactionHead,
  person: Person,
  plans: readonly PlanInTransaction[],
  moves: readonly PlanMoves[] = [],
  rates: readonly SentRate[] = [],
): string =>
  documentOf(
    'Transaction',
    head,
    element(
      'Participant',
      person,
      plans.flatMap((plan) => {
        const ofPlan = moves.find(({ planId }) => planId === plan.PlanId)
        return planLines(plan, ofPlan, rates)
      }),
    ),
  )

/** Words such as `Ada Reyes (P-1, the first of 3 participants in the file)`. */
export const answeredFor = ({ person, inFile }: Projected['participant']): string => {
  const name = `${person.FirstName} ${person.LastName}`.trim() || 'a participant without a name'
  const place = inFile > 1 ? `the first of ${inFile} participants in the file` : ''
  const known = [person.UserID, place].filter((part) => part !== '').join(', ')
  return known === '' ? name : `${name} (${known})`
}

export const writeCommunication = (
  { participant, sustainableIncome, notes: basis }: Projected,
  clientId: string,
  at: string,
): string => {
  const notes = [`Answered for ${answeredFor(participant)}.`, ...basis]
  return documentOf('Communication', { TimeStamp: at, ClientID: clientId }, [
    leaf('Participant', participant.person),
    ...sustainableIncome.map((income) => leaf('Strategy', income)),
    ...notes.map((note) => leaf('Note', {}, escapeXml(note))),
  ])
}
