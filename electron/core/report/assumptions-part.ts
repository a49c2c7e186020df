import { readAsFields } from '#shared/express/read-as.ts'
import { fieldLabel, givenLines, type SharedField } from '#shared/express/field-words.ts'
import { lastMade, type SavedForecast } from '#shared/records/saved.ts'
import { goalApart } from '#shared/strategy/statement/words/client-words.ts'
import { claimRows } from '#shared/strategy/statement/claims/social-security.ts'
import { marketNames } from '#shared/strategy/statement/incomes.ts'
import { claimWords } from '#shared/strategy/lever-phrases.ts'
import { sentLines, sentPay } from '#shared/strategy/changes/sent-values.ts'
import { said, separated, type Said } from '#shared/strategy/statement/said.ts'
import { distantWords } from '#shared/strategy/statement/markets.ts'
import { marketLabels, notInAnswer } from '#shared/strategy/statement/words/advisor-words.ts'
import { leftOutNote, trainingAssumptions } from '#shared/training/assumptions.ts'
import type { ReportFacts } from './facts.ts'
import { moment, ordinal } from './figures.ts'
import { note } from './ink.ts'
import { plainText, type Words } from './printed.ts'
import type { Sheet } from './sheet.ts'

type Line = readonly [name: string, value: Words, source: Words]

const triedFields = [
  'RetirementAge',
  'SavingsRateDetails',
  'Salary',
  'PensionTypes',
  'ExcludeSocialSecurity',
  'ForecastType',
] as const satisfies readonly SharedField[]

const goalLine = ({ rows, goal, pay, write, tell }: ReportFacts): Line => {
  if (goal === null) return ['Your goal', 'not known', 'neither entered nor sent']
  const source = {
    typed: 'entered by the advisor',
    service: tell(said`set by the service${goalApart(rows, goal)}`),
    shareOfPay: said`${write(goal.ofPay)} of pay of ${write(pay)} a year, a setting of the program`,
  }
  return ['Your goal', said`${write(goal.figure)} a month`, source[goal.source]]
}

const marketLines = ({ lead, choice }: ReportFacts): readonly Line[] => {
  const wanted = { ...choice, good: 100 - choice.poor }
  return marketNames.map((market): Line => {
    const sent = lead?.percentiles[market] ?? null
    const setting = `setting: ${ordinal(wanted[market])}`
    return sent === null
      ? [marketLabels[market], 'not in the answer', `${setting} percentile`]
      : [
          marketLabels[market],
          `${ordinal(sent)} percentile of the simulated outcomes`,
          `${setting}; the nearest one sent`,
        ]
  })
}

const readAsLines = ({ readAs, plan }: ReportFacts): readonly Line[] => {
  const used = plan === null ? readAs.today : readAs.plan
  const fields = readAsFields.filter(({ key, goes }) => key !== 'caseAmount' && !goes)
  return (['year', 'month'] as const).flatMap((period): readonly Line[] => {
    const those = fields.filter(({ key }) => used[key] === period)
    if (those.length === 0) return []
    const name =
      those.length === fields.length
        ? 'Amounts of the answer'
        : those.map((field) => field.name).join(', ')
    return [[name, `read as dollars a ${period}`, `setting of ${readAs.source}`]]
  })
}

const masked = (words: Said, mask: ReportFacts['mask']): Said =>
  words.map((part) => (typeof part === 'string' ? mask(part) : part))

const kinds = { uat: 'a test service (UAT)', production: 'production' } as const

const inputLines = (facts: ReportFacts): (Line | false)[] => {
  const { main, today, scenarios, claims, pay, limits, doubts, mask, names, sent, write, tell } =
    facts
  const { name: place, kind } = main.environment
  const answer = (name: string, saved: SavedForecast): Line => {
    const among = saved.runs === undefined ? '' : `, the last of ${saved.runs} runs`
    return [name, `forecast of ${moment(lastMade(saved))}${among}`, place]
  }
  const service = kind === 'training' ? 'Training – simulated' : `${place}, ${kinds[kind]}`
  return [
    ['Service', service, 'where the figures come from'],
    ...doubts.map((doubt): Line => [
      'Doubtful',
      tell(doubt),
      'as read or entered; the figures follow from it',
    ]),
    today !== null && answer('Today', today),
    ...scenarios.map(({ saved, name, isChosen }): Line =>
      isChosen && sent !== null
        ? [names.plan, `receipt ${sent.receipt.receiptNumber} of ${moment(saved.savedAt)}`, place]
        : answer(isChosen ? names.plan : name, saved),
    ),
    pay !== null && [
      'Pay',
      said`${write(pay)} a year`,
      pay.steps.some(({ origin }) => origin.from === 'file')
        ? 'the participant’s file'
        : 'entered for the forecast',
    ],
    ...scenarios.flatMap(({ saved, name, isChosen }) =>
      triedFields.map((field): Line | false => {
        const words = sentLines(
          field,
          givenLines(saved.inputs, field),
          saved.inputs,
          null,
          sentPay(saved.inputs, saved.profile),
        )
        const chosen = sent === null ? 'chosen for the forecast' : 'sent'
        const source = isChosen ? chosen : `entered for “${name}”`
        return words.length > 0 && [fieldLabel(field), masked(separated(words, '; '), mask), source]
      }),
    ),
    scenarios.some(({ saved }) => saved.inputs.SavingsRateDetails !== undefined) && [
      'Limits of savings',
      limits,
      'the law',
    ],
    ...claims.map((claim): Line => [
      'Social Security',
      said`claimed at ${claim.age}: ${tell(claimWords(claim))}`,
      'an approximation of ours',
    ]),
  ]
}

/** The claim age of each strategy and its benefit; a tried claim age is among the inputs. */
const claimLines = ({ rows, names, write }: ReportFacts): readonly Line[] => {
  const known = rows.flatMap(({ role, side, claimAge }) => {
    const own = claimRows(side).find(({ age, investor }) => age === claimAge && investor === '')
    const amount = side.saved.claim === undefined ? own?.amount : null
    return amount ? [{ role, age: claimAge, amount }] : []
  })
  const alike = Map.groupBy(known, ({ age, amount }) => `${age} ${plainText(write(amount))}`)
  return [...alike.values()].flatMap((those) => {
    const [first] = those
    const whose = those.map(({ role }) => names[role]).join(', ')
    return first === undefined
      ? []
      : [
          [
            alike.size === 1 ? 'Social Security' : `Social Security: ${whose}`,
            said`${write(first.amount)} a year when claimed at ${first.age}`,
            'the service’s answer',
          ] as const,
        ]
  })
}

const lines = (facts: ReportFacts): readonly Line[] => {
  const { lead, sides } = facts
  const all: readonly (Line | false)[] = [
    ...inputLines(facts),
    goalLine(facts),
    ...marketLines(facts),
    ...readAsLines(facts),
    [
      'Taxes of a year',
      'taken out of the sources of that year',
      'our reading of the service’s answer',
    ],
    ...claimLines(facts),
    marketNames.some((market) => lead?.incomes[market]?.about === true) && [
      'Income at the chosen age',
      'read between two ages',
      'the service’s table of retirement ages',
    ],
    ...(['today', 'recommended'] as const).map((role): Line | false => {
      const { rating = '', riskLevel = '' } = sides[role]?.strategy ?? {}
      const words = [rating, riskLevel].filter((word) => word !== '').join(', ')
      return words !== '' && [`Rating and risk ${role}`, words, 'the service’s words']
    }),
  ]
  return all.filter((line) => line !== false)
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: '’',
}

/** Training's notes. For a tried claim age, the program itself left Social Security out, so that note says why. */
const trainingNotes = ({ main }: ReportFacts): readonly string[] =>
  [...main.communication.text.matchAll(/<Note>([^<]*)<\/Note>/g)].map(([, text = '']) => {
    const note = text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    return note === leftOutNote && main.claim !== undefined
      ? `Social Security is entered as a pension, to claim it at ${main.claim.age}.`
      : note
  })

/** Draws the assumptions behind all figures, with source and date. */
export const assumptionsPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  const { poor } = facts.choice
  sheet.text(
    `Poor, average and good markets are percentiles of many simulated paths of the markets: at the ${ordinal(poor)} percentile, about ${poor} of 100 paths end lower.`,
    note,
  )
  const distant = distantWords(facts.rows, facts.choice)
  if (distant !== '') sheet.text(distant, note)
  sheet.text(notInAnswer, { ...note, above: 4 })
  sheet.space(8)
  sheet.table(['Assumption', 'Value', 'Source'], [0.3, 0.4], lines(facts), { align: 'left' })
  if (!facts.simulated) return true
  const fine = { ...note, size: 7.9, leading: 11 }
  sheet.heading('What Training assumes')
  for (const { title, sentences } of trainingAssumptions(null)) {
    sheet.text(`${title}: ${sentences.join(' ')}`, fine)
    sheet.space(3)
  }
  const notes = trainingNotes(facts)
  if (notes.length > 0)
    sheet.heading(`What Training notes of the forecast of ${moment(lastMade(facts.main))}`)
  for (const text of notes) sheet.text(facts.mask(text), fine)
  return true
}
