import { randomUUID } from 'node:crypto'
import type { DeskCall } from '#shared/desk-call.ts'
import { readDraft, type SubmissionDraft } from '#shared/express/operations.ts'
import type { Effect } from '#shared/express/operations/operation.ts'
import type { EnrollInputs } from '#shared/express/requests.ts'
import { unusualIn } from '#shared/express/unusual.ts'
import { doubtsOf } from '#shared/participant/doubts.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { nameOf } from '#shared/participant/subject.ts'
import type { ListPlace } from '#shared/records/receipt.ts'
import { forecastIn } from '#shared/records/record.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { rulesSaid, type PersonRules } from '#shared/savings/saving-year.ts'
import type { Destination } from '#shared/environments/environment.ts'
import { inputsAsSent, usualReadAs } from '#shared/strategy/read-as.ts'
import { lawFor } from '#shared/strategy/law-for.ts'
import { sentPay } from '#shared/strategy/changes/sent-values.ts'
import { eachOnce, said, type Said } from '#shared/strategy/statement/said.ts'
import { saverOf, unusualFor } from '#shared/strategy/unusual-for.ts'
import type { Environment } from '../../environments/environment.ts'
import { bodyFor, type ExpressBody } from '../../express/body-for.ts'
import { addressOf } from '../../express/sending.ts'
import { noFile, whomItMeans, type FileToSend } from '../../participant/whom.ts'
import { earlierWarnings, findEarlier } from '../guard/earlier.ts'
import type { Intent } from '../guard/let-through.ts'
import { callDoubts } from './call-doubts.ts'
import { findChanges } from './changes.ts'
import { endpointField, endpointOf, endpointWarnings } from './endpoint.ts'
import { matchesOf, previewOf, sentFields } from './sent-fields.ts'
import type { SubmissionNeeds } from '../needs.ts'
import { likenessOf, traitsOf } from '../table/likeness.ts'
import { rowSubmissionId } from '../table/row-record.ts'

/**
 * The doubts about every participant in a sent file; if there are several participants, each doubt names its
 * participant.
 */
const doubtsIn = (participants: readonly ParticipantProfile[], now: Date) =>
  participants.flatMap((person) => {
    const doubts = doubtsOf(person, now)
    return participants.length === 1
      ? doubts
      : doubts.map((doubt) => said`${nameOf(person) || person.userId}: ${doubt}`)
  })

/**
 * Sentences about doubtful values in the sent file, and about unusual values in `body`, judged alone and for the
 * participant in `profile` (null without a file or a known participant). This judges the draft's inputs, not the sent
 * values, because the inputs are dollars a year in every environment.
 */
const unusualOf = (
  body: ExpressBody,
  effect: Effect,
  { profile, participants }: FileToSend,
  now: Date,
  rules: PersonRules,
) => {
  const forPerson =
    effect.kind === 'asForecast' && profile !== null
      ? unusualFor(effect.inputs, profile, now, rules)
      : []
  const typed = [...unusualIn(body), ...forPerson].map(({ message }) => message)
  return [...eachOnce([...doubtsIn(participants, now), ...typed])]
}

/**
 * Returns what the law says about the savings that `effect` sends, the year in which the file's savings are counted,
 * and the pay.
 */
const lawOfSavings = (
  effect: Effect,
  file: ParticipantProfile | null,
  whom: ParticipantProfile | null,
  now: Date,
  rules: PersonRules,
) => {
  const inputs = effect.kind === 'asForecast' ? effect.inputs : {}
  return {
    year: saverOf(inputs, file, now, rules).year,
    law: lawFor(inputs, whom, now, rules),
    pay: sentPay(inputs, file),
  }
}

/** What the advisor said about catch-up contributions for the forecast that the submission came from. */
const saidBefore = async ({ savedRecords }: SubmissionNeeds, effect: Effect) => {
  const forecastId = effect.kind === 'asForecast' ? effect.forecastId : null
  const record = forecastId === null ? null : await savedRecords.open(forecastId)
  return record?.ok ? forecastIn(record.value)?.said : undefined
}

/** The review on screen, with everything needed to send exactly that. */
export interface Reviewed extends Intent {
  readonly body: ExpressBody
  /** The inputs as typed and accepted, amounts in dollars a year. */
  readonly inputs: EnrollInputs
  readonly reason: string
  readonly readAs: Environment['readAs']
  readonly matches: Said[]
  readonly call: DeskCall | null
  /** The advisor's own name in the settings; empty for none. */
  readonly advisor: string
}

const requestFor = async (
  needs: SubmissionNeeds,
  draft: SubmissionDraft,
  environment: Environment,
) => {
  const { says, fields } = readDraft(draft)
  const file = says.handle === null ? ok(noFile) : needs.participants.get(says.handle)
  if (!file.ok) return file
  const whom = whomItMeans(file.value, environment)
  if (!whom.ok) return whom
  const endpoint = await endpointOf(needs.readTransaction, draft, environment)
  if (!endpoint.ok) return endpoint
  const { readAs = usualReadAs } = environment
  const body = bodyFor(draft.operation, environment, {
    ...fields(file.value.text, (inputs) => inputsAsSent(inputs, readAs)),
    ...(endpoint.value ? endpointField(endpoint.value) : {}),
  })
  if (!body.ok) return body
  return ok({
    says,
    body: body.value,
    file: file.value,
    whom: whom.value,
    endpoint: endpoint.value,
  })
}

const noDoubts: Awaited<ReturnType<typeof callDoubts>> = { unusual: [], warnings: [] }

const begunBefore = fail({
  code: 'submission.alreadySent',
  message: 'This row was begun before. It is not sent again.',
})

/**
 * Prepares the exact submission to the environment on screen; nothing is sent. Fails with `environment.other` if that
 * environment is not in use, and with `submission.alreadySent` for a row that has ever begun. `wagesBefore` is as in
 * `SavingPerson`; without it, what was said for the forecast counts.
 */
export const makeReview = async (
  needs: SubmissionNeeds,
  draft: SubmissionDraft,
  to: Destination,
  row: ListPlace | null,
  wagesBefore: number | null,
): Promise<Result<Reviewed>> => {
  const inUse = await needs.environments.useInUse(to)
  if (!inUse.ok) return inUse
  const environment = inUse.value
  const begun = row ? needs.table.of(rowSubmissionId(row)) : ok(null)
  if (!begun.ok) return begun
  if (begun.value) return begunBefore
  const request = await requestFor(needs, draft, environment)
  if (!request.ok) return request
  const { says, body, file, whom, endpoint } = request.value

  const { id, name, kind, place, readAs = usualReadAs } = environment
  const now = new Date(needs.clock.now())
  const said = await saidBefore(needs, says.effect)
  const rules = rulesSaid(said, { ...needs.savingRules(), wagesBefore })
  const savings = lawOfSavings(says.effect, file.profile, whom.profile, now, rules)
  const about = {
    environment: { id, name, kind, place },
    operation: draft.operation,
    subject: says.subject ?? whom.subject,
    plans: says.plans,
  }
  const likeness = likenessOf(body, file.text, environment)
  const traits = traitsOf(about, likeness)
  const earlier = await findEarlier(needs, traits)
  if (!earlier.ok) return earlier
  const here = { id, place, name, readAs }
  // A list compares its rows with one another and its columns instead.
  const doubts =
    draft.operation === 'optout' && row === null ? await callDoubts(needs, here, about) : noDoubts
  const { changes, warnings } = await findChanges(
    needs.savedRecords,
    here,
    { subject: about.subject, likeness },
    says.effect,
    file.profile,
    rules,
  )
  return ok({
    review: {
      submissionId: row ? rowSubmissionId(row) : randomUUID(),
      ...about,
      url: addressOf(draft.operation, environment),
      ...previewOf(body, readAs),
      sent: sentFields(body, file.profile, readAs, savings),
      changes,
      warnings: [
        ...(await earlierWarnings(needs, about, file.participants, earlier.value)),
        ...warnings,
        ...(endpoint ? endpointWarnings(endpoint) : []),
        ...doubts.warnings,
      ],
      unusual: [
        ...unusualOf(body, says.effect, { ...file, profile: whom.profile }, now, rules),
        ...doubts.unusual,
      ],
      earlier: earlier.value,
    },
    to,
    body,
    likeness,
    inputs: says.effect.kind === 'asForecast' ? says.effect.inputs : {},
    reason: says.reason,
    readAs: environment.readAs,
    matches: matchesOf(file.profile, savings.year),
    call: says.call,
    advisor: needs.settings.get().advisor.name,
    row,
    session: endpoint && { secrets: endpoint.secrets },
    traits,
  })
}
