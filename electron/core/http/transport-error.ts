import type { AppError } from '#shared/errors.ts'
import type { TransportFailure } from '../ports.ts'
import { redact } from './redact.ts'

const advice: Readonly<Record<TransportFailure['code'], string>> = {
  'service.unreachable': 'Check the network and the base URL under Settings.',
  'service.tls': 'Tell whoever runs the service; the connection was not made.',
  'service.authority':
    'Look at it under Settings, Network: compare its fingerprint with the one you get from whoever gave you the file, and trust it there, or remove it.',
  'service.proxy': "Check this computer's proxy settings.",
  'service.timeout': 'Try again; if it stays, the service may be overloaded.',
  'service.tooLarge': 'Tell whoever runs the service.',
  'service.unreadable':
    'Check the base URL under Settings: another kind of server may be answering.',
  'service.connectionLost': 'Try again once the network is steady.',
  'job.cancelled': 'Start it again whenever you like.',
}

export const transportError = (
  failure: TransportFailure,
  secrets: readonly string[] = [],
): AppError => ({
  code: failure.code,
  message: failure.message,
  advice: advice[failure.code],
  ...(failure.details === '' ? {} : { details: redact(failure.details, secrets) }),
})
