import type { ErrorCode } from '#shared/errors.ts'
import type { ErrorText } from '../errors.ts'

const unchanged = 'Nothing was changed for the participant, and what you entered is still here.'

export const serviceTexts = {
  'service.unreachable': [
    'The service cannot be reached',
    `Nothing was sent. ${unchanged}`,
    'Check the network and the environment’s address in Settings, then try again.',
  ],
  'service.tls': [
    'The connection is not secure',
    `The service’s certificate was not accepted, so nothing was sent. ${unchanged}`,
    'Ask your IT department whether a company certificate is missing on this computer.',
  ],
  'service.authority': [
    'A certificate authority is not trusted yet',
    `The connection was not made, so nothing was sent. ${unchanged}`,
    'Compare its fingerprint under Settings, Network with the one you were given, and trust it there or remove it.',
  ],
  'service.proxy': [
    'The network proxy is in the way',
    `Nothing reached the service. ${unchanged}`,
    'Ask your IT department to let this computer reach the service’s address.',
  ],
  'service.timeout': [
    'The service did not answer in time',
    'A forecast changes nothing, so it may be run again. A submission that got no answer is listed as in doubt.',
    'Wait a moment and try again.',
  ],
  'service.unauthorized': [
    'The service did not accept the access token',
    `The service carried nothing out. ${unchanged}`,
    'Test the connection in Settings; the credentials or the ClientId may be wrong for this environment.',
  ],
  'service.tokenRefused': [
    'The service issued no access token',
    `Without one nothing was sent. ${unchanged}`,
    'Check the credentials and their style under Settings, then test the connection.',
  ],
  'service.rejected': [
    'The service rejected the request',
    'The service says that it did not carry this out. What you entered is still here.',
    'Correct what the service names and try again. If nothing is yours to correct, try again later.',
  ],
  'service.busy': ['The service is busy', unchanged, 'Wait a moment and try again.'],
  'service.failed': [
    'The service had a problem of its own',
    'A forecast changes nothing. A submission without a clear answer is listed as in doubt.',
    'Try again in a few minutes. If it keeps happening, give the details below to the service’s support.',
  ],
  'service.unreadable': [
    'The service’s answer could not be understood',
    'The answer was not in the form the service describes, so no numbers are shown from it.',
    'Check the environment’s address in Settings; a web page in the way often answers like this.',
  ],
  'service.tooLarge': [
    'The service’s answer is too large',
    'The answer was cut off and nothing is shown from it.',
    'Give the details below to the service’s support.',
  ],
  'service.redirected': [
    'The service’s address points elsewhere',
    'The program did not follow, so that participant data goes only where you sent it.',
    'Correct the environment’s base URL in Settings.',
  ],
  'service.connectionLost': [
    'The connection was lost',
    'A forecast changes nothing. A submission that was cut off is listed as in doubt: it may have gone through.',
    'Try a forecast again. Check a submission with the recordkeeper before sending it again.',
  ],
  'job.cancelled': ['Stopped', unchanged, 'Run it again whenever you like.'],
} as const satisfies Partial<Record<ErrorCode, ErrorText>>
