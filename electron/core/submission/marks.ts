import { hash } from 'node:crypto'
import type { ParsedRequestOn } from '#shared/ipc/contract.ts'
import { personOf } from '#shared/participant/subject.ts'
import { createMarks, type Mark } from '#shared/records/marks.ts'
import { ok, whenOk, type Result } from '#shared/result.ts'
import type { Environments } from '../environments/environments.ts'
import type { OpenFiles } from '../participant/whom.ts'
import type { SavedRecords } from '../records/saved/saved-records.ts'

interface MarksNeeds {
  readonly savedRecords: SavedRecords
  readonly participants: OpenFiles
  readonly environments: Environments
}

/** The marks of an open participant in the environment in use, or of a saved result's participant at its service. */
export const createMarksOf =
  ({ savedRecords, participants, environments }: MarksNeeds) =>
  async (about: ParsedRequestOn<'records.marks'>): Promise<Result<Mark[]>> =>
    whenOk(await savedRecords.list(), (items) => {
      const marksOf = createMarks(items)
      if (about.of === 'record') {
        const item = items.find(({ id }) => id === about.id)
        return ok(item === undefined ? [] : [...marksOf(item, null)])
      }
      return whenOk(participants.get(about.handle), ({ text, profile }) => {
        if (profile === null) return ok([])
        const { id, place } = environments.active()
        const whom = {
          subject: personOf(profile),
          fileSha256: hash('sha256', text),
          environment: { id, place },
        }
        const planIds = profile.accounts.map(({ planId }) => planId)
        return ok([...marksOf(whom, planIds)])
      })
    })
