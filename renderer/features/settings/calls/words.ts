import { operations } from '#shared/express/operations.ts'
import { callOutcomes, type ServiceCall } from '#shared/ipc/call-views.ts'

type Outcome = ServiceCall['outcome']

interface OutcomeLook {
  readonly label: string
  readonly icon: string
  readonly colour: string
}

export const outcomeLooks: Readonly<Record<Outcome, OutcomeLook>> = {
  answered: { label: 'Answered', icon: 'i-lucide-circle-check', colour: 'text-success' },
  refused: { label: 'Refused', icon: 'i-lucide-octagon-x', colour: 'text-error' },
  failed: { label: 'Failed', icon: 'i-lucide-circle-x', colour: 'text-error' },
  notSent: { label: 'Not sent', icon: 'i-lucide-circle-off', colour: 'text-muted' },
  lost: { label: 'No answer', icon: 'i-lucide-unplug', colour: 'text-warning' },
  cancelled: { label: 'Stopped', icon: 'i-lucide-circle-stop', colour: 'text-muted' },
}

export const callTitle = ({ operation }: Pick<ServiceCall, 'operation'>): string =>
  operation === 'token' ? 'Obtain access token' : operations[operation].title

/** `Answered, 200`, or the words alone where no answer came. */
export const outcomeWords = ({ outcome, status }: ServiceCall): string =>
  status === null ? outcomeLooks[outcome].label : `${outcomeLooks[outcome].label}, ${status}`

export const everything = 'all'

export const operationChoices = [
  { label: 'All operations', value: everything },
  { label: 'Obtain access token', value: 'token' },
  ...Object.entries(operations).map(([value, { title }]) => ({ label: title, value })),
]

export const outcomeChoices = [
  { label: 'All outcomes', value: everything },
  ...callOutcomes.map((value) => ({ label: outcomeLooks[value].label, value })),
]

/** `812 ms`, `12.4 s`. */
export const lengthOfTime = (milliseconds: number): string =>
  milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
