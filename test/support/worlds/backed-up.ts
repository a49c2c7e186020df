import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { isMasterKeyAccount } from '#electron/core/records/key-ring.ts'
import type { SubmissionDraft } from '#shared/express/operations.ts'
import type { RealCore } from './real-core.ts'

/** Helpers for tests of backups on real cores. */

const secretsOf = (dataDir: string) => `${dataDir}.secrets.json`

/** Copies only the master key from one computer's keychain to another's. */
export const copyMasterKey = (from: string, to: string): void => {
  const secrets = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(secretsOf(from), 'utf8')))
  writeFileSync(
    secretsOf(to),
    JSON.stringify(
      Object.fromEntries(
        Object.entries(secrets).filter(([account]) => isMasterKeyAccount(account)),
      ),
    ),
  )
}

export const optoutOf = (participantId: string): SubmissionDraft => ({
  operation: 'optout',
  participantId,
  firstName: 'Zephyrine',
  lastName: 'Quill',
  optoutInfo: [{ PlanId: 'QUILL401K', PlanType: '401K' }],
  reason: '',
})

/** Adds an environment at `baseUrl` and uses it. Its id differs on every computer. */
export const useUat = async ({ must }: RealCore, baseUrl: string): Promise<string> => {
  const { id } = await must('environments.save', {
    name: 'UAT',
    kind: 'uat',
    baseUrl,
    clientId: 'ACME',
    credentialStyle: 'form',
  })
  await must('credentials.save', {
    environmentId: id,
    credentials: { style: 'form', clientId: 'uat-id', clientSecret: 'uat-secret' },
  })
  await must('environments.select', { environmentId: id })
  return id
}

export const sendOptout = async (
  { must }: RealCore,
  participantId: string,
  overrideReason?: string,
) => {
  const { submissionId } = await must('submission.review', optoutOf(participantId))
  return must('submission.send', { submissionId, ...(overrideReason && { overrideReason }) })
}

/** What the guard knows about an earlier opt-out of the same participant. */
export const earlierOf = async ({ must }: RealCore, participantId: string) =>
  (await must('submission.review', optoutOf(participantId))).earlier
