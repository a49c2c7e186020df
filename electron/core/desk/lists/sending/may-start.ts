import type { ListOptions } from '#shared/lists/list.ts'
import type { Destination } from '#shared/settings/environment.ts'
import { fail, ok, type Result } from '#shared/result.ts'
import { refuse, type CheckedList } from '../list-shelf.ts'
import { sendableRows, type RunnerNeeds } from './list-runner.ts'
import { addressChanged, environmentGone, isGone } from './run-words.ts'

type StartNeeds = Pick<RunnerNeeds, 'inUse' | 'urlOf' | 'whyElsewhere'>

/** What a person confirmed, and whether the list's environment was removed since. */
interface WantedStart {
  readonly options: ListOptions
  readonly rowsToSend: number
  readonly to: Destination
  readonly isEnvironmentGone: boolean
}

/** Whether the environment of a checked list was removed. */
export const isGoneFor = async (
  needs: StartNeeds,
  { stored: { environment } }: CheckedList,
): Promise<boolean> =>
  environment !== null &&
  needs.inUse().id !== environment.id &&
  isGone(await needs.urlOf(environment.id))

/** Refuses a list for another place than the one in use, and a number of rows other than the confirmed one. */
export const mayStart = (
  needs: StartNeeds,
  { stored, book }: CheckedList,
  { options, rowsToSend, to, isEnvironmentGone }: WantedStart,
): Result<void> => {
  const { environment, startedAt } = stored
  if (environment && isEnvironmentGone) {
    return refuse(
      environmentGone(environment.name),
      startedAt === null
        ? 'Check the list again for another one.'
        : 'Open the file again as a new list: what was accepted is left out.',
    )
  }
  if (!environment || needs.inUse().id !== environment.id) {
    const name = environment?.name ?? 'another environment'
    // A list with sent rows cannot be checked for another environment.
    const other = startedAt === null ? ', or check the list again' : ''
    return refuse(
      `The list was checked for ${name}, which is not in use now.`,
      `Switch to ${name}${other}.`,
    )
  }
  const elsewhere = needs.whyElsewhere(to)
  if (elsewhere) return fail(elsewhere)
  if (environment.place !== undefined && environment.place !== to.place)
    return fail({ code: 'environment.other', message: addressChanged })
  const sendable = sendableRows(book.counts(), book.needReason(), options)
  if (sendable === 0) return refuse('No row of the list can be sent.', 'See what needs fixing.')
  if (sendable === rowsToSend) return ok(undefined)
  return fail({
    code: 'submission.confirmation',
    message: `${rowsToSend} rows were confirmed, and ${sendable} would be sent. Nothing was sent.`,
    advice: 'Look at the number of rows again.',
    field: 'rowsToSend',
  })
}
