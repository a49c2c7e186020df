import { callLimitsSchema, defaultLimits, type CallLimits } from '#shared/settings/environment.ts'

/** The four limits as typed. */
type TypedLimits = Record<keyof CallLimits, string>

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

export const typedLimits = (limits: CallLimits | undefined): TypedLimits => {
  const { connectSeconds, headersSeconds, totalSeconds, callsAtOnce } = limits ?? defaultLimits
  return {
    connectSeconds: String(connectSeconds),
    headersSeconds: String(headersSeconds),
    totalSeconds: String(totalSeconds),
    callsAtOnce: String(callsAtOnce),
  }
}

/** The limits, and each field's error as a sentence; empty if there is none. */
export const readLimits = (
  typed: TypedLimits,
): {
  readonly limits: CallLimits | null
  readonly faults: Readonly<Record<keyof CallLimits, string>>
} => {
  const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim()))
  const parsed = callLimitsSchema.safeParse({
    connectSeconds: numberOf(typed.connectSeconds),
    headersSeconds: numberOf(typed.headersSeconds),
    totalSeconds: numberOf(typed.totalSeconds),
    callsAtOnce: numberOf(typed.callsAtOnce),
  })
  const wrong = new Map((parsed.error?.issues ?? []).map((issue) => [issue.path[0], issue.code]))
  const fault = (key: keyof CallLimits): string => {
    const code = wrong.get(key)
    if (code === undefined) return ''
    if (code === 'custom') return 'A whole call cannot have less time than its parts.'
    return limitFields.find((field) => field.key === key)?.help ?? ''
  }
  return {
    limits: parsed.data ?? null,
    faults: {
      connectSeconds: fault('connectSeconds'),
      headersSeconds: fault('headersSeconds'),
      totalSeconds: fault('totalSeconds'),
      callsAtOnce: fault('callsAtOnce'),
    },
  }
}

/** Whether all equal the defaults, so that nothing needs saving. */
export const areDefault = (limits: CallLimits): boolean =>
  limitFields.every(({ key }) => limits[key] === defaultLimits[key])
