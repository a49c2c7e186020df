import { z } from 'zod'
import { toNumericText } from '#shared/text/numeric-text.ts'
import { participantNamespace } from '#shared/participant/mapping-presets.ts'

/** Funds in plans of example people, by the ids of the engine's fund catalog. */
export const lineups = new Map(
  Object.entries({
    index: 'LCI01 MCI01 SCI01 INI01 EMI01 REI01 BDI01 TIP01 STV01 MMK01',
    standard:
      'LCI01 LCG01 LCV01 MCI01 SCI01 INI01 EMI01 REI01 BDI01 BDC01 TIP01 HYB01 STV01 ' +
      'TDI01 TD025 TD030 TD035 TD040 TD045 TD050 TD055 TD060 TD065',
    small: 'TSM01 TIX01 BDI01 BAL01 MMK01',
    public: 'LCI01 SCI01 INI01 BDI01 BDS01 TIP01 GIA01 CON01 MOD01 AGG01',
  }).map(([name, ids]) => [name, ids.split(' ')]),
)

const contributionSpecSchema = z.strictObject({
  kind: z.enum(['pretax', 'roth', 'posttax', 'employer']),
  /** Percent of pay. */
  rate: z.number(),
  /** Employer only: percent added to each dollar saved, and percent of pay up to which. */
  match: z.strictObject({ rate: z.number(), limit: z.number() }).optional(),
})

const planSpecSchema = z.strictObject({
  planId: z.string(),
  planType: z.string(),
  /** Default: `Active`. */
  status: z.string().optional(),
  /** Most over all sources, percent of pay; default 75. */
  combinedLimit: z.number().optional(),
  /** Dollars. */
  balance: z.number(),
  /** Percent of the balance by fund id; adds up to 100. */
  mix: z.record(z.string(), z.number()),
  /** Further funds of the plan, held at 0: fund ids, and names of {@link lineups} for all funds of one. */
  lineup: z.array(z.string()).readonly(),
  /** Funds that cannot be sold: kept at today's share. */
  locked: z.array(z.string()).readonly().optional(),
  contributions: z.array(contributionSpecSchema).readonly().optional(),
})

const pensionSpecSchema = z.strictObject({
  /** Dollars a year. */
  amount: z.number(),
  startYear: z.int(),
  cola: z.boolean(),
})

/** An example person as compact data; `writePersonXml` makes the file. */
export const personSpecSchema = z.strictObject({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  middleName: z.string().optional(),
  lastName: z.string(),
  dateOfBirth: z.iso.date(),
  gender: z.enum(['F', 'M']).optional(),
  married: z.boolean(),
  /** Street, city, state, ZIP code. */
  address: z.tuple([z.string(), z.string(), z.string(), z.string()]).readonly(),
  /** Dollars a year. */
  salary: z.number(),
  pensions: z.array(pensionSpecSchema).readonly().optional(),
  plans: z.array(planSpecSchema).readonly(),
  /** Why this person is an example, in one sentence. */
  reason: z.string(),
})

export type ContributionSpec = z.infer<typeof contributionSpecSchema>
export type PlanSpec = z.infer<typeof planSpecSchema>
export type PensionSpec = z.infer<typeof pensionSpecSchema>
export type PersonSpec = z.infer<typeof personSpecSchema>

export const trainingClientId = 'TRAINING'

const escaped = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

/** For XML content or a double-quoted attribute. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escaped.get(character) ?? '')

export const attributesText = (
  attributes: Readonly<Record<string, string | number | undefined>>,
): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [
      name,
      typeof value === 'number' ? toNumericText(value) : String(value),
    ])
    .map(([name, text = '']) => ` ${name}="${escapeXml(text)}"`)
    .join('')

const ruleNames = {
  pretax: 'PreTaxContributionRules',
  roth: 'RothContributionRules',
  posttax: 'PostTaxContributionRules',
  employer: 'EmployerContributionRules',
}

const cents = (dollars: number) => Math.round(dollars * 100) / 100

const holdingLines = ({ balance, lineup, locked, mix, planId }: PlanSpec): readonly string[] => {
  let left = balance
  const last = Object.keys(mix).at(-1)
  // Balances are whole cents; the last held fund takes the rounding, so that they add up to the balance.
  const held = new Map(
    Object.entries(mix).map(([fundId, share]) => {
      const part = cents(fundId === last ? left : (balance * share) / 100)
      left -= part
      return [fundId, part]
    }),
  )
  const offered = lineup.flatMap((name) => lineups.get(name) ?? [name])
  const funds = [...held.keys(), ...offered.filter((fundId) => !held.has(fundId))]
  return funds.map((fundId, index) => {
    const isLocked = locked?.includes(fundId) ?? false
    const attributes = attributesText({
      TransactionID: `${planId}-${String(index + 1).padStart(2, '0')}`,
      Balance: (held.get(fundId) ?? 0).toFixed(2),
      CurMin: isLocked ? mix[fundId] : 0,
      CurMax: 100,
      FutMax: isLocked ? 20 : 100,
    })
    return `              <Security${attributes}><CusFundID>${escapeXml(fundId)}</CusFundID></Security>`
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

const ruleLines = ({ planId, contributions = [] }: PlanSpec): readonly string[] =>
  contributions.map(({ kind, rate, match }) => {
    const attributes = attributesText({
      PlanID: planId,
      Rate: rate,
      MatchRate: match?.rate,
      MatchLimit: match?.limit,
    })
    return `        <${ruleNames[kind]}${attributes}/>`
  })

const participantLines = (person: PersonSpec): readonly string[] => {
  const [street, city, state, zip] = person.address
  return [
    '  <ParticipantData>',
    `    <Enroll ClientID="${trainingClientId}">`,
    '      <ParticipantInfo>',
    `        <Participant${attributesText({
      UserID: person.userId,
      FirstName: person.firstName,
      MiddleName: person.middleName,
      LastName: person.lastName,
      DOB: person.dateOfBirth,
      Gender: person.gender,
      // In words: the meaning of codes is not published.
      MaritalStatus: person.married ? 'Married' : 'Single',
      Email: `${person.id.replaceAll('-', '.')}@example.com`,
    })}>`,
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
        `        <Pension${attributesText({ Amount: amount, StartYear: startYear, Cola: String(cola) })}/>`,
    ),
    ...person.plans.flatMap(planLines),
    ...person.plans.flatMap(ruleLines),
    '      </ParticipantPlanData>',
    '    </Enroll>',
    '  </ParticipantData>',
  ]
}

/**
 * A participant file in the documented outline: one person makes a real-time file, several a batch. Contribution rules,
 * whose attributes are not documented, have PlanID and Rate (percent of pay), and a match its rate and limit.
 * `encoding` is only declared; the caller encodes the text.
 */
export const writePeopleXml = (people: readonly PersonSpec[], encoding = 'UTF-8'): string => {
  const fileType = people.length === 1 ? 'RealTime' : 'Batch'
  return [
    `<?xml version="1.0" encoding="${encoding}"?>`,
    `<BatchParticipantInput xmlns="${participantNamespace}" TimeStamp="2026-01-05T09:00:00" FileType="${fileType}">`,
    ...people.flatMap(participantLines),
    '</BatchParticipantInput>',
    '',
  ].join('\n')
}

export const writePersonXml = (person: PersonSpec): string => writePeopleXml([person])
