import { examplePeople } from '#electron/training/people/example-people.ts'
import type { PageBridge } from '../desktop/bridge.ts'

/** Texts that no process may have in its memory after a lock that encrypts. */
export const planted = {
  firstName: 'Zéphyrinette',
  lastName: 'Quillvaultier',
  participantId: 'PLANTED-ID-90417',
  clientSecret: 'planted-client-secret-5512',
  sid: 'planted-sid-8841',
  cookie: 'planted-cookie-3307',
  draft: 'Plantedraftia',
} as const

export const passphrase = 'four quiet otters sleep'

const plantedFile = (): Uint8Array<ArrayBuffer> => {
  const [person] = examplePeople
  if (person === undefined) throw new Error('there is no example')
  const { xml } = person
  const text = xml
    .replace(/FirstName="[^"]*"/, `FirstName="${planted.firstName}"`)
    .replace(/LastName="[^"]*"/, `LastName="${planted.lastName}"`)
    .replace(/UserID="[^"]*"/, `UserID="${planted.participantId}"`)
  return Uint8Array.from(Buffer.from(text))
}

/**
 * Plants the texts as a day's work does: credentials, transaction secrets, an open participant with a saved forecast, and a
 * submission. Then takes a recovery code and lets the passphrase encrypt.
 */
export const plantAll = async ({ must }: Pick<PageBridge, 'must'>, environmentId: string) => {
  await must('credentials.save', {
    environmentId,
    credentials: { style: 'form', clientId: 'uat-id', clientSecret: planted.clientSecret },
  })
  await must('credentials.saveTransaction', {
    environmentId,
    sid: planted.sid,
    cookie: planted.cookie,
    transUrl: 'https://recordkeeper.example/receive',
  })
  await must('environments.select', { environmentId })
  const { handle } = await must('participant.open', {
    kind: 'file',
    name: 'planted.xml',
    bytes: plantedFile(),
  })
  await must('forecast.run', { handle, operation: 'forecast', inputs: {}, jobId: 'planted' })
  const { submissionId } = await must('submission.review', {
    operation: 'optout',
    participantId: planted.participantId,
    firstName: planted.firstName,
    lastName: planted.lastName,
    optoutInfo: [{ PlanId: 'QUILL401K', PlanType: '401K' }],
    reason: '',
  })
  await must('submission.send', { submissionId })
  await must('records.list', { newest: 10 })
  await must('lock.setPassphrase', { current: '', next: passphrase })
  await must('recovery.make', {})
  await must('recovery.take', {})
  await must('lock.encrypt', { current: passphrase, on: true })
}
