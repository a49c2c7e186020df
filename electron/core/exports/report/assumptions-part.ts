import { readAsFields, type ReadAs } from '#shared/express/read-as.ts'
import { fieldLabel, fieldLines, type SharedField } from '#shared/express/field-words.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { needApart } from '#shared/strategy/outlook-words.ts'
import { trainingAssumptions } from '#shared/training/assumptions.ts'
import { roleNames, type ReportFacts } from './facts.ts'
import { dollars, moment, ordinal, percent } from './figures.ts'
import { heading } from './first-page.ts'
import { ink } from './ink.ts'
import type { Sheet } from './sheet.ts'

/** The basis of the figures, each with its source. */

const note = { size: 8.6, color: ink.soft, leading: 12.4 } as const

type Line = readonly [name: string, value: string, source: string]

const triedFields = [
  'RetirementAge',
  'SavingsRateDetails',
  'Salary',
  'PensionTypes',
  'ExcludeSocialSecurity',
  'ForecastType',
] as const satisfies readonly SharedField[]

const needLine = ({ rows, need, shareOfSalary, salary }: ReportFacts): readonly Line[] => {
  if (need === null) return [['What you need', 'not known', 'neither entered nor sent']]
  const source = {
    asked: 'entered by the advisor',
    service: `the service’s goal${needApart(rows, need, { dollars, percent })}`,
    salaryShare: `${percent(shareOfSalary)} of a salary of ${dollars(salary)}, a setting of the program`,
  }
  return [['What you need', `${dollars(need.month)} a month`, source[need.source]]]
}

const marketLines = ({ lead, choice }: ReportFacts): readonly Line[] => {
  const { poor, typical, good } = lead?.outlook ?? { poor: null, typical: null, good: null }
  const line = (name: string, sent: typeof poor, wanted: number): readonly Line[] =>
    sent === null
      ? [[name, 'not in the answer', `setting: ${ordinal(wanted)} percentile`]]
      : [
          [
            name,
            `${ordinal(sent.percentile)} percentile of the simulated outcomes`,
            `setting: ${ordinal(wanted)}; the nearest one sent`,
          ],
        ]
  return [
    ...line('Poor markets', poor, choice.cautious),
    ...line('Typical markets', typical, choice.typical),
    ...line('Good markets', good, 100 - choice.cautious),
  ]
}

const readAsLines = ({ readAs, plan }: ReportFacts): readonly Line[] => {
  const used: ReadAs = plan === null ? readAs.today : readAs.plan
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

const lines = (facts: ReportFacts): readonly Line[] => {
  const { main, today, scenarios, lead, strategies, salary, mask } = facts
  const kinds = {
    training: 'Training – simulated',
    uat: 'a test service (UAT)',
    production: 'production',
  } as const
  const answer = (name: string, { savedAt }: SavedForecast): Line => [
    name,
    `forecast of ${moment(savedAt)}`,
    main.environment.name,
  ]
  const between = [lead?.outlook.poor, lead?.outlook.typical, lead?.outlook.good].some(
    (income) => income?.between === true,
  )
  const tried = scenarios.flatMap(({ saved, name, isChosen }) =>
    triedFields.flatMap((field): readonly Line[] => {
      const words = fieldLines(saved.inputs, field)
      const source = isChosen ? 'chosen for the forecast' : `entered for “${name}”`
      return words.length === 0 ? [] : [[fieldLabel(field), mask(words.join('; ')), source]]
    }),
  )
  const claimed = scenarios.map(
    ({ saved, approximation }): Line | false =>
      saved.claim !== undefined && [
        'Social Security',
        `claimed at ${saved.claim.age}: ${mask(approximation.join(' '))}`,
        'an approximation of ours',
      ],
  )
  const ratings = (['today', 'recommended'] as const).map((role): Line | false => {
    const words = [strategies[role]?.rating, strategies[role]?.riskLevel].filter(Boolean).join(', ')
    return words !== '' && [`Rating and risk ${role}`, words, 'the service’s words']
  })
  const holder = strategies.recommended ?? strategies.today
  const benefit = holder?.socialSecurity.find(
    ({ age }) => age !== null && age === holder.retirementAge,
  )
  const all: readonly (Line | false)[] = [
    [
      'Service',
      main.environment.kind === 'training'
        ? kinds.training
        : `${main.environment.name}, ${kinds[main.environment.kind]}`,
      'where the figures come from',
    ],
    today !== null && answer('Today', today),
    ...scenarios.map(({ saved, name, isChosen }) =>
      answer(isChosen ? roleNames.plan : name, saved),
    ),
    salary !== null && [
      'Salary',
      `${dollars(salary)} a year`,
      today?.profile?.salary === salary ? 'the participant’s file' : 'entered for the forecast',
    ],
    ...tried,
    ...claimed,
    ...needLine(facts),
    ...marketLines(facts),
    ...readAsLines(facts),
    [
      'Taxes of a year',
      'taken out of the sources of that year',
      'our reading of the service’s answer',
    ],
    benefit !== undefined &&
      benefit.amount !== null && [
        'Social Security',
        `${dollars(benefit.amount)} a year${benefit.age === null ? '' : ` when claimed at ${benefit.age}`}`,
        'the service’s answer',
      ],
    between && [
      'Income at the chosen age',
      'read between two ages',
      'the service’s table of retirement ages',
    ],
    ...ratings,
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

/** Training's notes on this very answer. */
const trainingNotes = ({ main }: ReportFacts): readonly string[] =>
  [...main.communication.text.matchAll(/<Note>([^<]*)<\/Note>/g)].map(([, text = '']) =>
    text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole),
  )

/** The basis of all figures, with source and date. */
export const assumptionsPart = (sheet: Sheet, facts: ReportFacts): boolean => {
  sheet.text(
    'p',
    `Poor, typical and good markets are percentiles of many simulated paths of the markets: at the ${ordinal(facts.choice.cautious)} percentile, about ${facts.choice.cautious} of 100 paths end lower.`,
    note,
  )
  sheet.space(8)
  sheet.table(
    [
      { label: 'Assumption', share: 0.3, align: 'left' },
      { label: 'Value', share: 0.4, align: 'left' },
      { label: 'Source', share: 0.3, align: 'left' },
    ],
    lines(facts).map((cells) => ({ cells })),
  )
  if (!facts.simulated) return true
  heading(sheet, 'What Training assumes')
  for (const { title, sentences } of trainingAssumptions) {
    sheet.text('p', `${title}: ${sentences.join(' ')}`, { ...note, size: 7.9, leading: 11 })
    sheet.space(3)
  }
  const notes = trainingNotes(facts)
  if (notes.length === 0) return true
  heading(sheet, 'What Training notes of this answer')
  for (const text of notes) sheet.text('p', facts.mask(text), { ...note, size: 7.9, leading: 11 })
  return true
}
