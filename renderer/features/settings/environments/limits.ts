import {
  callLimitsSchema,
  defaultLimits,
  type CallLimits,
} from '#shared/environments/environment.ts'

export const limitFields = [
  {
    key: 'connectSeconds',
    label: 'Connect',
    help: 'Seconds until the connection is made, 1 to 120.',
  },
  {
    key: 'headersSeconds',
    label: 'First answer',
    help: 'Seconds until the answer begins, 5 to 900.',
  },
  {
    key: 'totalSeconds',
    label: 'Whole call',
    help: 'Seconds for one call as a whole, 5 to 1,800.',
  },
  { key: 'callsAtOnce', label: 'Calls at once', help: 'Further calls wait, 1 to 16.' },
] as const satisfies readonly { key: keyof CallLimits; label: string; help: string }[]

const ofEach = <T>(valueOf: (key: keyof CallLimits) => T): Record<keyof CallLimits, T> => ({
  connectSeconds: valueOf('connectSeconds'),
  headersSeconds: valueOf('headersSeconds'),
  totalSeconds: valueOf('totalSeconds'),
  callsAtOnce: valueOf('callsAtOnce'),
})

export const typedLimits = (limits: CallLimits = defaultLimits): Record<keyof CallLimits, string> =>
  ofEach((key) => String(limits[key]))

/** The limits, and an error sentence for each field, which is empty if the field is valid. */
export const readLimits = (typed: Readonly<Record<keyof CallLimits, string>>) => {
  const parsed = callLimitsSchema.safeParse(
    ofEach((key) => (typed[key].trim() === '' ? Number.NaN : Number(typed[key]))),
  )
  const faults = ofEach((key) => {
    const fault = parsed.error?.issues.findLast(({ path }) => path[0] === key)
    if (fault === undefined) return ''
    return fault.code === 'custom'
      ? 'A whole call cannot have less time than its parts.'
      : limitFields.find((field) => field.key === key)?.help
  })
  return { limits: parsed.data ?? null, faults }
}

export const areDefault = (limits: CallLimits): boolean =>
  limitFields.every(({ key }) => limits[key] === defaultLimits[key])
