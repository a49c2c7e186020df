import { expect, test } from 'vitest'
import { environmentRoutes } from '#electron/core/environments/routes.ts'
import { participantRoutes } from '#electron/core/participant/routes.ts'
import type { Participants } from '#electron/core/participant/participants.ts'
import type { Activity } from '#electron/core/platform/note.ts'
import { fail, ok } from '#shared/result.ts'

/** Tests that the page's actions are logged once they are over, with their outcome. */

type Split = Awaited<ReturnType<Participants['split']>>

const splitting = async (split: Split) => {
  const noted: Activity[] = []
  let handles = new Map([['h', 'P-100']])
  // Only the parts that splitting needs.
  const needs = {
    participants: {
      split: async () => {
        handles = new Map()
        return split
      },
      get: (handle: string) => ok({ profile: { userId: handles.get(handle) ?? '' } }),
    },
    environments: { active: () => ({ id: 'uat' }) },
    log: { record: (activity: Activity) => void noted.push(activity) },
  } as unknown as Parameters<typeof participantRoutes>[0]
  expect(await participantRoutes(needs)['participant.split']({ handle: 'h' })).toBe(split)
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
])('files of one participant each %s are logged as an export', async (_words, split, result) => {
  expect(await splitting(split)).toEqual([
    { action: 'export', environmentId: 'uat', participantId: 'P-100', outcome: result },
  ])
})

test('confirming and removing a certificate authority is logged with its outcome', async () => {
  const noted: Activity[] = []
  // Only the parts that a certificate authority needs.
  const needs = {
    environments: { active: () => ({ baseUrl: '' }) },
    network: {
      confirmRoot: async () => ok(undefined),
      removeRoot: async () => fail({ code: 'keychain.locked', message: 'It is locked.' }),
      view: async () => ({ roots: [] }),
    },
    views: {},
    practice: {},
    log: { record: (activity: Activity) => void noted.push(activity) },
  } as unknown as Parameters<typeof environmentRoutes>[0]
  const routes = environmentRoutes(needs)
  await routes['network.confirmRoot']({ fingerprint: 'AA:BB' })
  await routes['network.removeRoot']({ fingerprint: 'AA:BB' })
  expect(noted).toEqual([
    { action: 'authorityConfirmed', outcome: 'done' },
    { action: 'authorityRemoved', outcome: 'failed' },
  ])
})
