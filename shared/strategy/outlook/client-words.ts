import type { Strategy } from '../../express/reading.ts'
import { planTypeWords, taxableWords } from '../labels.ts'
import type { AccountMapping } from '../pick.ts'
import { needApart, planName, type FigureWriter } from './outlook-words.ts'
import type { Need, OutlookRow } from './outlook.ts'

/**
 * Mappings that give every account the name a client knows, by its plan's type and never by a code: `401(k)`, `401(k)
 * 2`, `Taxable account`, `Account 3` if the type is unknown. They include the accounts of `strategies` that no mapping names.
 */
export const clientAccounts = (
  strategies: readonly Strategy[],
  mappings: readonly AccountMapping[],
): readonly AccountMapping[] => {
  const ids = new Set([
    ...mappings.map(({ accountId }) => accountId),
    ...strategies.flatMap((strategy) => [
      ...strategy.percentiles.flatMap(({ incomeSources, accountBalance }) =>
        [...incomeSources, ...accountBalance].map(({ account }) => account),
      ),
      ...[
        ...strategy.advisableMixes,
        ...strategy.investmentSelections,
        ...strategy.balanceHistory,
      ].map(({ accountId }) => accountId),
      ...[...strategy.savingsRateDetail, ...strategy.accountSavingsRateDetail].map(
        ({ account }) => account,
      ),
    ]),
  ])
  ids.delete('')
  const used = new Map<string, number>()
  return [...ids].map((accountId) => {
    const planType = mappings.find((each) => each.accountId === accountId)?.planType ?? ''
    const kind =
      taxableWords(planType) || planTypeWords(planType) || taxableWords(accountId) || 'Account'
    const count = (used.get(kind) ?? 0) + 1
    used.set(kind, count)
    return { accountId, planId: count === 1 ? kind : `${kind} ${count}`, planType: '' }
  })
}

interface ClientStoryInput {
  readonly rows: readonly OutlookRow[]
  /** From `leverPhrases`; empty if nothing was chosen. */
  readonly phrases: readonly string[]
  readonly need: Need | null
  /** Percent of salary taken as the need if nothing else names one. */
  readonly shareOfSalary: number
  /** False if poor markets of today and of the choice come from two methods. Absent: they are compared. */
  readonly comparesPoor?: boolean
  /** The choice without phrases, at the start of a sentence. Absent: `What you chose`. */
  readonly planName?: string
  readonly figures: FigureWriter
}

/** The row that leads a report: the choice, else the recommendation if it changes anything, else today. */
export const leadingRow = (rows: readonly OutlookRow[]): OutlookRow | null => {
  const known = (role: OutlookRow['role']) =>
    rows.find((row) => row.role === role && row.outlook.typical !== null)
  const recommended = known('recommended')
  const today = known('today')
  return (
    known('plan') ??
    (recommended !== undefined && recommended.more !== 0 ? recommended : (today ?? recommended)) ??
    null
  )
}

interface Subject {
  readonly name: string
  readonly many: boolean
}

const subjectOf = ({ role }: OutlookRow, phrases: readonly string[], unnamed: string): Subject => {
  if (role === 'today') return { name: 'What you do today', many: false }
  if (role === 'recommended') return { name: 'The recommended plan', many: false }
  return { name: planName(phrases) || unnamed, many: phrases.length > 2 }
}

/** A verb in the third person that agrees with its subject. */
const verb = ({ many }: Subject, singular: string) =>
  many ? singular.replace(/s(?= |$)/, '') : singular

const headlineOf = (
  row: OutlookRow,
  subject: Subject,
  phrases: readonly string[],
  { dollars }: FigureWriter,
): string => {
  const { outlook, verdict } = row
  const saysAge = row.role === 'plan' && phrases.some((phrase) => phrase.startsWith('retiring at'))
  const goal =
    outlook.retirementAge === null || saysAge
      ? 'for retirement'
      : `for retirement at ${outlook.retirementAge}`
  if (verdict.kind === 'unknown') {
    return `${subject.name} ${verb(subject, 'brings')} about ${dollars(outlook.typical?.month ?? 0)} a month ${goal.replace('for', 'in')} in typical markets.`
  }
  if (verdict.kind === 'short') {
    return `${subject.name} ${verb(subject, 'leaves')} you ${dollars(-(verdict.typicalGap ?? 0))} a month short ${goal} in typical markets.`
  }
  const where = verdict.kind === 'enough' ? ', even in poor markets' : ' in typical markets'
  return `${subject.name} ${verb(subject, 'brings')} enough ${goal}${where}.`
}

const needSentence = (
  rows: readonly OutlookRow[],
  need: Need | null,
  shareOfSalary: number,
  figures: FigureWriter,
): string => {
  const { dollars, percent } = figures
  if (need === null) return 'What you need in retirement is not known yet.'
  if (need.source === 'salaryShare')
    return `Your need is taken as ${percent(shareOfSalary)} of your pay: ${dollars(need.month)}.`
  return need.source === 'service'
    ? `The goal for you is ${dollars(need.month)}${needApart(rows, need, figures)}.`
    : `You need ${dollars(need.month)}.`
}

/** A clause on how the shortfall in poor markets changes; empty if there is none before and after. */
const poorClause = (before: number | null, after: number | null, { dollars }: FigureWriter) => {
  if (before === null || after === null || (before >= 0 && after >= 0)) return ''
  const [was, is] = [dollars(-before), dollars(-after)]
  if (after >= 0) return ` and closes the shortfall of ${was} in poor markets`
  if (before >= 0) return `, but leaves you ${is} short in poor markets`
  if (after === before) return ` and leaves the shortfall of ${was} in poor markets as it is`
  return ` and ${after > before ? 'narrows' : 'widens'} the shortfall in poor markets from ${was} to ${is}`
}

const changeSentence = (
  row: OutlookRow,
  today: OutlookRow | undefined,
  subject: Subject,
  figures: FigureWriter,
): string => {
  if (row.more === null) return ''
  const change =
    row.more === 0
      ? `${verb(subject, 'leaves')} that as it is`
      : `${verb(subject, row.more > 0 ? 'adds' : 'takes away')} ${figures.dollars(Math.abs(row.more))} a month`
  const poor = poorClause(today?.verdict.poorGap ?? null, row.verdict.poorGap, figures)
  return `${subject.name} ${change}${subject.many ? poor.replace(/ and (close|leave|narrow|widen)s/, ' and $1').replace('but leaves', 'but leave') : poor}.`
}

/** The start of a client's report: a sentence with the verdict, and the paragraph under it. Both say so if no income is known. */
export const clientStory = ({
  rows,
  phrases,
  need,
  shareOfSalary,
  comparesPoor = true,
  planName: unnamed = 'What you chose',
  figures,
}: ClientStoryInput) => {
  const row = leadingRow(rows)
  if (row === null)
    return {
      headline: 'No retirement income is known yet.',
      lead: 'The service’s answer names none.',
    }
  const subject = subjectOf(row, phrases, unnamed)
  const today = rows.find(({ role }) => role === 'today')
  const month = today?.outlook.typical?.month
  const change =
    row.role === 'today'
      ? ''
      : changeSentence(row, comparesPoor ? today : undefined, subject, figures)
  const { poorGap } = row.verdict
  const poor =
    !/poor markets/.test(change) && poorGap !== null && poorGap < 0
      ? `In poor markets you would be ${figures.dollars(-poorGap)} short.`
      : ''
  const lead = [
    month === undefined ? '' : `Today’s savings would pay about ${figures.dollars(month)} a month.`,
    needSentence(rows, need, shareOfSalary, figures),
    change,
    poor,
  ]
  return {
    headline: headlineOf(row, subject, phrases, figures),
    lead: lead.filter((part) => part !== '').join(' '),
  }
}
