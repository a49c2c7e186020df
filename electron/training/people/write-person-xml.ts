import { lineups } from './lineups.ts'
import { participantNamespace } from '#shared/participant/mapping-presets.ts'
import { toNumericText } from '#shared/numeric-text.ts'
import type { ContributionSpec, PersonSpec, PlanSpec } from './person-spec.ts'

export const trainingClientId = 'TRAINING'

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Text escaped for XML content or a double-quoted attribute. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escaped[character] ?? '')

const attributesText = (
  attributes: Readonly<Record<string, string | number | undefined>>,
): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        ` ${name}="${escapeXml(typeof value === 'number' ? toNumericText(value) : String(value))}"`,
    )
    .join('')

const ruleNames: Readonly<Record<ContributionSpec['kind'], string>> = {
  pretax: 'PreTaxContributionRules',
  roth: 'RothContributionRules',
  posttax: 'PostTaxContributionRules',
  employer: 'EmployerContributionRules',
}

const cents = (dollars: number): number => Math.round(dollars * 100) / 100

/** Balances by fund to the cent; the last held fund takes the rounding, so that they add up to the balance. */
const balances = (plan: PlanSpec): ReadonlyMap<string, number> => {
  const held = Object.entries(plan.mix)
  let left = plan.balance
  return new Map(
    held.map(([fundId, share], index) => {
      const balance = index === held.length - 1 ? cents(left) : cents((plan.balance * share) / 100)
      left -= balance
      return [fundId, balance]
    }),
  )
}

const holdingLines = (plan: PlanSpec): readonly string[] => {
  const held = balances(plan)
  const offered = plan.lineup.flatMap((name) => lineups[name] ?? [name])
  const funds = [...held.keys(), ...offered.filter((fundId) => !held.has(fundId))]
  return funds.map((fundId, index) => {
    const isLocked = plan.locked?.includes(fundId) ?? false
    const attributes = {
      TransactionID: `${plan.planId}-${String(index + 1).padStart(2, '0')}`,
      Balance: (held.get(fundId) ?? 0).toFixed(2),
      CurMin: isLocked ? (plan.mix[fundId] ?? 0) : 0,
      CurMax: 100,
      FutMax: isLocked ? 20 : 100,
    }
    return `              <Security${attributesText(attributes)}><CusFundID>${escapeXml(fundId)}</CusFundID></Security>`
  })
}

const planLines = (plan: PlanSpec): readonly string[] => [
  `        <InstAcct${attributesText({
    PlanID: plan.planId,
    PlanType: plan.planType,
    CombLimit: plan.combinedLimit ?? 75,
    Status: plan.status ?? 'Active',
  })}>`,
  '          <AccountBalance>',
  '            <Port>',
  ...holdingLines(plan),
  '            </Port>',
  '          </AccountBalance>',
  '        </InstAcct>',
]

const ruleLines = (plan: PlanSpec): readonly string[] =>
  (plan.contributions ?? []).map(({ kind, rate, match }) => {
    const attributes = {
      PlanID: plan.planId,
      Rate: rate,
      MatchRate: match?.rate,
      MatchLimit: match?.limit,
    }
    return `        <${ruleNames[kind]}${attributesText(attributes)}/>`
  })

const participantLines = (person: PersonSpec): readonly string[] => {
  const [street, city, state, zip] = person.address
  const email = `${person.id.replaceAll('-', '.')}@example.com`
  const participant = attributesText({
    UserID: person.userId,
    FirstName: person.firstName,
    MiddleName: person.middleName,
    LastName: person.lastName,
    DOB: person.dateOfBirth,
    Gender: person.gender,
    // In words: the meaning of codes is not published.
    MaritalStatus: person.married ? 'Married' : 'Single',
    Email: email,
  })
  return [
    `    <Enroll ClientID="${trainingClientId}">`,
    '      <ParticipantInfo>',
    `        <Participant${participant}>`,
    '          <Addr>',
    `            <Address1>${escapeXml(street)}</Address1>`,
    `            <City>${escapeXml(city)}</City>`,
    `            <State>${state}</State>`,
    `            <Zip>${zip}</Zip>`,
    '            <Country>US</Country>',
    '          </Addr>',
    '          <SocialSecurity SSFlag="Y"/>',
    '        </Participant>',
    '      </ParticipantInfo>',
    '      <ParticipantPlanData>',
    `        <Salary Amount="${toNumericText(person.salary)}"/>`,
    ...(person.pensions ?? []).map(
      ({ amount, startYear, cola }) =>
        `        <Pension${attributesText({ Amount: amount, StartYear: String(startYear), Cola: String(cola) })}/>`,
    ),
    ...person.plans.flatMap(planLines),
    ...person.plans.flatMap((plan) => ruleLines(plan)),
    '      </ParticipantPlanData>',
    '    </Enroll>',
  ]
}

/**
 * A participant file in the documented outline, ClientID `TRAINING`: one person makes a real-time file, several a
 * batch. Contribution rules, whose attributes are not documented, have PlanID and Rate (percent of pay), and a match
 * its rate and limit. `encoding` is only declared; the caller encodes the text.
 */
export const writePeopleXml = (people: readonly PersonSpec[], encoding = 'UTF-8'): string => {
  const fileType = people.length === 1 ? 'RealTime' : 'Batch'
  return [
    `<?xml version="1.0" encoding="${encoding}"?>`,
    `<BatchParticipantInput xmlns="${participantNamespace}" TimeStamp="2026-01-05T09:00:00" FileType="${fileType}">`,
    ...people.flatMap((person) => [
      '  <ParticipantData>',
      ...participantLines(person),
      '  </ParticipantData>',
    ]),
    '</BatchParticipantInput>',
    '',
  ].join('\n')
}

/** A real-time participant file of one person, see {@link writePeopleXml}. */
export const writePersonXml = (person: PersonSpec): string => writePeopleXml([person])
