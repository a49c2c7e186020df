import { basename } from 'node:path'
import { fail, ok, type Result } from '#shared/result.ts'
import type { Job } from '../../ipc/jobs.ts'
import { oneQuestion } from '../../participant/one-question.ts'
import type { ListFolder, PickFolder } from '../../ports.ts'
import type { RosterFiles } from './roster-files.ts'
import { addRows, type Roster } from './roster.ts'

export interface FolderNeeds {
  readonly files: RosterFiles
  /** Absent if the host has no folder dialog. */
  readonly pickFolder: PickFolder | undefined
  readonly listFolder: ListFolder | undefined
  readonly isLocked: () => boolean
}

/** Maximum number of files of a folder; the first ones are taken. */
export const mostFiles = 1_000

/** Asks for a folder, one dialog at a time; `null` if the user chooses none. */
export const createFolderDialog = ({
  pickFolder,
  listFolder,
  isLocked,
}: Omit<FolderNeeds, 'files'>): (() => Promise<Result<string | null>>) => {
  if (!pickFolder || !listFolder)
    return async () =>
      fail({
        code: 'input.invalid',
        message: 'This host has no dialog for choosing a folder.',
      })
  const ask = oneQuestion(() => pickFolder('Open the participants of a folder'), isLocked)
  return async () => ok(await ask())
}

/** The XML files of a folder, sorted. Fails with `participant.fileMissing` and `participant.noParticipant`. */
export const filesOf = async (
  listFolder: ListFolder | undefined,
  folder: string,
): Promise<Result<readonly string[]>> => {
  const paths = await listFolder?.(folder)
  if (!paths)
    return fail({
      code: 'participant.fileMissing',
      message: 'The folder cannot be read.',
      advice: 'Choose it again.',
    })
  return paths.length > 0
    ? ok(paths)
    : fail({
        code: 'participant.noParticipant',
        message: `The folder "${basename(folder)}" holds no XML file.`,
        advice: 'Choose the folder that the files themselves lie in.',
      })
}

/** Adds the rows of each file. Fails with `job.cancelled`. */
export const readFiles = async (
  roster: Roster,
  paths: readonly string[],
  files: RosterFiles,
  { signal, tell }: Job,
): Promise<Result<void>> => {
  const chosen = paths.slice(0, mostFiles)
  roster.leftOut = paths.length - chosen.length
  for (const [index, path] of chosen.entries()) {
    if (signal.aborted)
      return fail({ code: 'job.cancelled', message: 'The folder was not opened.' })
    tell(`Reading file ${index + 1} of ${chosen.length}`, index / chosen.length)
    addRows(roster, basename(path), await files.fromPath(path))
  }
  return ok(undefined)
}
