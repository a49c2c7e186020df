import type { ErrorCode } from '#shared/errors.ts'
import type { ErrorText } from '../errors.ts'

const unchanged = 'Nothing was changed for the participant, and what you entered is still here.'

/** Failures between the program and the service. */
export const serviceTexts = {
  'service.unreachable': {
    title: 'The service cannot be reached',
    means: `Nothing was sent. ${unchanged}`,
    next: 'Check the network and the environment’s address in Settings, then try again.',
  },
  'service.tls': {
    title: 'The connection is not secure',
    means: `The service’s certificate was not accepted, so nothing was sent. ${unchanged}`,
    next: 'Ask your IT department whether a company certificate is missing on this computer.',
  },
  'service.authority': {
    title: 'A certificate authority is not trusted yet',
    means: `The connection was not made, so nothing was sent. ${unchanged}`,
    next: 'Compare its fingerprint under Settings, Network with the one you were given, and trust it there or remove it.',
  },
  'service.proxy': {
    title: 'The network proxy is in the way',
    means: `Nothing reached the service. ${unchanged}`,
    next: 'Ask your IT department to let this computer reach the service’s address.',
  },
  'service.timeout': {
    title: 'The service did not answer in time',
    means:
      'A forecast changes nothing, so it may be run again. A submission that got no answer is listed as in doubt.',
    next: 'Wait a moment and try again.',
  },
  'service.unauthorized': {
    title: 'The service did not accept the access token',
    means: `The service carried nothing out. ${unchanged}`,
    next: 'Test the connection in Settings; the credentials or the ClientId may be wrong for this environment.',
  },
  'service.tokenRefused': {
    title: 'The service issued no access token',
    means: `Without one nothing was sent. ${unchanged}`,
    next: 'Check the credentials and their style under Settings, then test the connection.',
  },
  'service.rejected': {
    title: 'The service rejected the request',
    means: 'The service says that it did not carry this out. What you entered is still here.',
    next: 'Correct what the service names and try again. If nothing is yours to correct, try again later.',
  },
  'service.busy': {
    title: 'The service is busy',
    means: unchanged,
    next: 'Wait a moment and try again.',
  },
  'service.failed': {
    title: 'The service had a problem of its own',
    means: 'A forecast changes nothing. A submission without a clear answer is listed as in doubt.',
    next: 'Try again in a few minutes. If it keeps happening, give the details below to the service’s support.',
  },
  'service.unreadable': {
    title: 'The service’s answer could not be understood',
    means: 'The answer was not in the form the service describes, so no numbers are shown from it.',
    next: 'Check the environment’s address in Settings; a web page in the way often answers like this.',
  },
  'service.tooLarge': {
    title: 'The service’s answer is too large',
    means: 'The answer was cut off and nothing is shown from it.',
    next: 'Give the details below to the service’s support.',
  },
  'service.redirected': {
    title: 'The service’s address points elsewhere',
    means: 'The program did not follow, so that participant data goes only where you sent it.',
    next: 'Correct the environment’s base URL in Settings.',
  },
  'service.connectionLost': {
    title: 'The connection was lost',
    means:
      'A forecast changes nothing. A submission that was cut off is listed as in doubt: it may have gone through.',
    next: 'Try a forecast again. Check a submission with the record-keeper before sending it again.',
  },
  'job.cancelled': {
    title: 'Stopped',
    means: unchanged,
    next: 'Run it again whenever you like.',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorText>>
