import { expect, test } from 'vitest'
import type { Activity } from '#electron/core/activity/log.ts'
import { watchServices, type WatchedServices } from '#electron/core/activity/watch-services.ts'
import type { Participants } from '#electron/core/participant/participants.ts'
import { fail, ok } from '#shared/result.ts'

/** The page's actions are noted once they are over, with their outcome. */

type Split = Awaited<ReturnType<Participants['split']>>

const splitting = async (split: Split) => {
  const noted: Activity[] = []
  let handles = new Map([['h', 'P-100']])
  // Only the parts for splitting are there.
  const services = {
    participants: {
      split: async () => {
        handles = new Map()
        return split
      },
      get: (handle: string) => ok({ profile: { userId: handles.get(handle) ?? '' } }),
    },
    environments: { active: () => ({ id: 'uat' }) },
  } as unknown as WatchedServices
  const watched = watchServices({ record: (activity) => void noted.push(activity) }, services)
  expect(await watched.participants.split('h')).toBe(split)
  return noted
}

test.each<[string, Split, Activity['outcome']]>([
  ['that are written', ok({ folder: '/out', files: 2 }), 'done'],
  ['that nobody chose a folder for', ok(null), 'cancelled'],
  [
    'that could not be written',
    fail({ code: 'export.notSaved', message: 'The disk is full.' }),
    'failed',
  ],
])('files of one participant each %s are an export', async (_words, split, result) => {
  expect(await splitting(split)).toEqual([
    { action: 'export', environmentId: 'uat', participantId: 'P-100', outcome: result },
  ])
})

test('confirming and removing a certificate authority is noted with its outcome', async () => {
  const noted: Activity[] = []
  // Only the parts for an authority are there.
  const services = {
    network: {
      confirmRoot: async () => ok(undefined),
      removeRoot: async () => fail({ code: 'keychain.locked', message: 'It is locked.' }),
    },
  } as unknown as WatchedServices
  const { network } = watchServices({ record: (activity) => void noted.push(activity) }, services)
  await network.confirmRoot('AA:BB')
  await network.removeRoot('AA:BB')
  expect(noted).toEqual([
    { action: 'authorityConfirmed', outcome: 'done' },
    { action: 'authorityRemoved', outcome: 'failed' },
  ])
})
