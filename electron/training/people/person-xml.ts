import { z } from 'zod'
import { toNumericText } from '#shared/text/numeric-text.ts'
import { participantNamespace } from '#shared/participant/mapping-presets.ts'

/** Fund lineups in the example people's plans, by ids from the engine's fund catalog. */
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

const text = z.string()

const contributionSpecSchema = z.strictObject({
  kind: z.enum(['pretax', 'roth', 'posttax', 'employer']),
  /** Percent of pay. */
  rate: z.number(),
  /**
   * Only for an employer: the percent added to each dollar saved, and the percent of pay up to
   * which it is added.
   */
  match: z.strictObject({ rate: z.number(), limit: z.number() }).optional(),
})

const planSpecSchema = z.strictObject({
  planId: text,
  planType: text,
  /** Default: `Active`. */
  status: text.optional(),
  /** Limit over all sources, percent of pay; default 75. */
  combinedLimit: z.number().optional(),
  /** Dollars. */
  balance: z.number(),
  /** Percent of the balance by fund id; adds up to 100. */
  mix: z.record(text, z.number()),
  /**
   * Other funds that the plan offers but the person does not hold: fund ids, or names of {@link
   * lineups}, which stand for all funds in them.
   */
  lineup: z.array(text).readonly(),
  /** Funds that cannot be sold and stay at today's share. */
  locked: z.array(text).readonly().optional(),
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
  id: text,
  userId: text,
  firstName: text,
  middleName: text.optional(),
  lastName: text,
  dateOfBirth: z.iso.date(),
  gender: z.enum(['F', 'M']).optional(),
  married: z.boolean(),
  /** Street, city, state, ZIP code. */
  address: z.tuple([text, text, text, text]).readonly(),
  /** Dollars a year. */
  salary: z.number(),
  pensions: z.array(pensionSpecSchema).readonly().optional(),
  plans: z.array(planSpecSchema).readonly(),
  /** Why this person is an example, in one sentence. */
  reason: text,
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

/** Escapes a text for XML content or a double-quoted attribute. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escaped.get(character) ?? '')

export type Attributes = Readonly<Record<string, string | number | undefined>>

const startOf = (name: string, attributes: Attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, typeof value === 'number' ? toNumericText(value) : String(value)])
    .reduce((start, [key, text = '']) => `${start} ${key}="${escapeXml(text)}"`, `<${name}`)

/** An element on one line, around `inner` XML if there is any. */
export const leaf = (name: string, attributes: Attributes, inner = ''): string =>
  `${startOf(name, attributes)}${inner === '' ? '/>' : `>${inner}</${name}>`}`

/** An element around lines, which it indents. */
export const element = (
  name: string,
  attributes: Attributes,
  lines: readonly string[],
): readonly string[] => [
  `${startOf(name, attributes)}>`,
  ...lines.map((line) => `  ${line}`),
  `</${name}>`,
]

const ruleNames = {
  pretax: 'PreTaxContributionRules',
  roth: 'RothContributionRules',
  posttax: 'PostTaxContributionRules',
  employer: 'EmployerContributionRules',
}

// Importing the engine's function would load the engine at every start.
const cents = (dollars: number) => Math.round(dollars * 100) / 100

const holdingLines = ({ balance, lineup, locked, mix, planId }: PlanSpec): readonly string[] => {
  let left = balance
  const last = Object.keys(mix).at(-1)
  // Balances are whole cents; the last held fund absorbs the rounding difference, so that they add up to the account's
  // balance.
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
    return leaf(
      'Security',
      {
        TransactionID: `${planId}-${String(index + 1).padStart(2, '0')}`,
        Balance: (held.get(fundId) ?? 0).toFixed(2),
        CurMin: isLocked ? mix[fundId] : 0,
        CurMax: 100,
        FutMax: isLocked ? 20 : 100,
      },
      leaf('CusFundID', {}, escapeXml(fundId)),
    )
  })
}

const planLines = (plan: PlanSpec): readonly string[] => {
  const { planId: PlanID, planType: PlanType, combinedLimit = 75, status = 'Active' } = plan
  return element(
    'InstAcct',
    { PlanID, PlanType, CombLimit: combinedLimit, Status: status },
    element('AccountBalance', {}, element('Port', {}, holdingLines(plan))),
  )
}

const ruleLines = ({ planId, contributions = [] }: PlanSpec): readonly string[] =>
  contributions.map(({ kind, rate, match }) =>
    leaf(ruleNames[kind], {
      PlanID: planId,
      Rate: rate,
      MatchRate: match?.rate,
      MatchLimit: match?.limit,
    }),
  )

const participantLines = (person: PersonSpec): readonly string[] => {
  const { pensions = [], plans } = person
  const [Address1, City, State, Zip] = person.address
  const about = {
    UserID: person.userId,
    FirstName: person.firstName,
    MiddleName: person.middleName,
    LastName: person.lastName,
    DOB: person.dateOfBirth,
    Gender: person.gender,
    // Marital status is a word, because the meaning of the codes is not published.
    MaritalStatus: person.married ? 'Married' : 'Single',
    Email: `${person.id.replaceAll('-', '.')}@example.com`,
  }
  const address = Object.entries({ Address1, City, State, Zip, Country: 'US' }).map(
    ([name, text]) => leaf(name, {}, escapeXml(text)),
  )
  const info = element('Participant', about, [
    ...element('Addr', {}, address),
    leaf('SocialSecurity', { SSFlag: 'Y' }),
  ])
  const planData = [
    leaf('Salary', { Amount: person.salary }),
    ...pensions.map(({ amount, startYear, cola }) =>
      leaf('Pension', { Amount: amount, StartYear: startYear, Cola: String(cola) }),
    ),
    ...plans.flatMap(planLines),
    ...plans.flatMap(ruleLines),
  ]
  const enroll = element('Enroll', { ClientID: trainingClientId }, [
    ...element('ParticipantInfo', {}, info),
    ...element('ParticipantPlanData', {}, planData),
  ])
  return element('ParticipantData', {}, enroll)
}

/**
 * Writes a participant file in the documented outline. One person makes a real-time file, and
 * several make a batch file. The attributes of contribution rules are not documented: each rule
 * here has PlanID and Rate (percent of pay), and a match has its rate and limit. `encoding` is only
 * written into the declaration; the caller encodes the text.
 */
export const writePeopleXml = (people: readonly PersonSpec[], encoding = 'UTF-8'): string => {
  const head = {
    xmlns: participantNamespace,
    TimeStamp: '2026-01-05T09:00:00',
    FileType: people.length === 1 ? 'RealTime' : 'Batch',
  }
  return [
    `<?xml version="1.0" encoding="${encoding}"?>`,
    ...element('BatchParticipantInput', head, people.flatMap(participantLines)),
    '',
  ].join('\n')
}

export const writePersonXml = (person: PersonSpec): string => writePeopleXml([person])
