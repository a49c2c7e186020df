import { operations } from '#shared/express/operations.ts'
import { trafficOutcomes, type TrafficEntry } from '#shared/http/traffic.ts'

export const outcomeLooks = {
  answered: { label: 'Answered', icon: 'i-lucide-circle-check', colour: 'text-success' },
  refused: { label: 'Refused', icon: 'i-lucide-octagon-x', colour: 'text-error' },
  failed: { label: 'Failed', icon: 'i-lucide-circle-x', colour: 'text-error' },
  notSent: { label: 'Not sent', icon: 'i-lucide-circle-off', colour: 'text-muted' },
  lost: { label: 'No answer', icon: 'i-lucide-unplug', colour: 'text-warning' },
  cancelled: { label: 'Stopped', icon: 'i-lucide-circle-stop', colour: 'text-muted' },
} as const satisfies Record<TrafficEntry['outcome'], object>

const ownTitles = {
  token: 'Obtain access token',
  probe: 'Connection test without credentials',
} as const

export const callTitle = ({ operation }: Pick<TrafficEntry, 'operation'>): string =>
  operation === 'token' || operation === 'probe'
    ? ownTitles[operation]
    : operations[operation].title

/** `Answered, 200`; without a status, only the word. */
export const outcomeWords = ({ outcome, status }: TrafficEntry): string =>
  status === null ? outcomeLooks[outcome].label : `${outcomeLooks[outcome].label}, ${status}`

export const everything = 'all'

export const operationChoices = [
  { label: 'All operations', value: everything },
  ...Object.entries(ownTitles).map(([value, label]) => ({ label, value })),
  ...Object.entries(operations).map(([value, { title }]) => ({ label: title, value })),
]

export const outcomeChoices = [
  { label: 'All outcomes', value: everything },
  ...trafficOutcomes.map((value) => ({ label: outcomeLooks[value].label, value })),
]

/** `812 ms`, `12.4 s`. */
export const lengthOfTime = (milliseconds: number): string =>
  milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
