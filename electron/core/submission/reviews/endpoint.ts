import type { SubmissionDraft } from '#shared/express/operations.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Credentials, SavedTransaction } from '../../environments/credentials/credentials.ts'
import { receiverOf } from '../../environments/credentials/receiver.ts'
import type { Environment } from '../../environments/environment.ts'
import type { ExpressBody } from '../../express/body-for.ts'

/** Where a transaction goes, and the recordkeeper's session for it; SID and Cookie are secrets. */
interface Endpoint {
  readonly transUrl: string
  readonly secrets: SavedTransaction | null
  /** True if missing secrets are sent as empty text instead of being left out. */
  readonly emptySession: boolean | undefined
}

/**
 * Fails with `submission.transUrl` if SID and Cookie were entered for another receiver, because no other receiver may
 * get them.
 */
const checkReceiver = (receiver: string, secrets: SavedTransaction | null): Result<void> => {
  if (secrets === null || secrets.receiver === receiver) return ok(undefined)
  return fail({
    code: 'submission.transUrl',
    message: `The recordkeeper’s address is at ${new URL(receiver).host}, and SID and Cookie were entered for ${new URL(secrets.receiver).host}. Nothing was sent.`,
    advice:
      'Correct the address. Where it is right, enter SID and Cookie for it under Settings, or forget them there.',
    field: 'TransURL',
  })
}

/**
 * Where the transaction of `draft` goes; null without a TransURL. Fails with `submission.transUrl`, or with the secret
 * store's errors.
 */
export const endpointOf = async (
  readTransaction: Credentials['readTransaction'],
  { transactionUrl }: SubmissionDraft,
  environment: Pick<Environment, 'id' | 'kind' | 'emptySession'>,
): Promise<Result<Endpoint | null>> => {
  if (transactionUrl === undefined) return ok(null)
  const receiver = receiverOf(transactionUrl, environment)
  if (!receiver.ok) return receiver
  const secrets = await readTransaction(environment.id)
  if (!secrets.ok) return secrets
  const fits = checkReceiver(receiver.value, secrets.value)
  if (!fits.ok) return fits
  return ok({
    transUrl: transactionUrl.trim(),
    secrets: secrets.value,
    emptySession: environment.emptySession,
  })
}

export const endpointField = ({ transUrl, secrets, emptySession }: Endpoint): ExpressBody => {
  const of = (name: string, value = ''): ExpressBody =>
    value === '' && !emptySession ? {} : { [name]: value }
  return {
    TransactionHTTPEndpoint: {
      TransURL: transUrl,
      ...of('SID', secrets?.sid),
      ...of('Cookie', secrets?.cookie),
    },
  }
}

export const endpointWarnings = ({ transUrl, secrets, emptySession }: Endpoint): string[] => {
  const empty = [...(secrets?.sid ? [] : ['SID']), ...(secrets?.cookie ? [] : ['Cookie'])]
  if (empty.length === 0) return []
  const [words, them] =
    empty.length === 1 ? [`${empty.join()} is`, 'it'] : [`${empty.join(' and ')} are`, 'them']
  const how = emptySession ? `with ${empty.join(' and ')} empty` : `without ${them}`
  return [
    `${words} not stored for this environment. The recordkeeper’s address at ${new URL(transUrl).host} is sent ${how}. Enter ${them} under Settings.`,
  ]
}
