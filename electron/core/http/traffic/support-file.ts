import { operations } from '#shared/express/operations.ts'
import type { TrafficDetail } from '#shared/http/traffic.ts'

export interface SupportFacts {
  readonly version: string
  readonly host: string
  readonly platform: string
}

const titleOf = ({ operation }: TrafficDetail): string => {
  if (operation === 'probe')
    return 'Connection test, sent without credentials: a refusal is the expected answer'
  return operation === 'token' ? 'Obtain access token' : operations[operation].title
}

const body = (title: string, text: string) =>
  text === '' ? [] : [`  ${title}`, text.replace(/^/gm, '    ')]

const block = (call: TrafficDetail) =>
  [
    `${call.at}  ${titleOf(call)}  attempt ${call.attempt}`,
    `  ${call.environment.name}  POST ${call.url}`,
    `  ${call.outcome}, status ${call.status ?? 'none'}, ${Math.round(call.durationMs)} ms, ` +
      `${call.requestBytes} bytes sent, ${call.responseBytes ?? 'no'} bytes received`,
    ...(call.remark === '' ? [] : [`  ${call.remark}`]),
    ...body('request', call.request),
    ...body('response', call.response),
  ].join('\n')

/**
 * The service calls as text, newest first. Like the list, it contains neither secrets nor a
 * participant's values.
 */
export const supportFile = (
  { version, host, platform }: SupportFacts,
  calls: readonly TrafficDetail[],
  now: number,
): string =>
  [
    `Glidepath ${version} support file, ${new Date(now).toISOString()}`,
    `${host} on ${platform}; ${calls.length} calls, newest first`,
    'Bodies are redacted: field names, documented values and codes are shown, everything else as its kind and length.',
    ...calls.map(block),
    '',
  ].join('\n\n')
