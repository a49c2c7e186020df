import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type {
  OpenedParticipant,
  ParticipantSource,
  SavedSplit,
} from '#shared/participant/opened.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import type { Result } from '#shared/result.ts'
import { useClient } from '../ipc/client.ts'
import { bytes } from '../lib/format.ts'
import { useProgram } from './program-store.ts'

/**
 * The participant the advisor is working on. Main holds the file; here are its handle and its reading.
 *
 * `runWanted` turns true when somebody asked for a forecast (button, shortcut, menu); the forecast screen takes the
 * wish with `takeRun()` and runs.
 */
export const useParticipant = defineStore('participant', () => {
  const client = useClient()
  const program = useProgram()
  const opened = shallowRef<OpenedParticipant | null>(null)
  const opening = ref(false)
  const problem = shallowRef<AppError | null>(null)
  const runWanted = ref(false)
  /** The file of several that the open participant is a part of; it stays open beside it. */
  const whole = shallowRef<OpenedParticipant | null>(null)
  let latest = 0
  let latestChoice = 0

  const profile = computed<ParticipantProfile | null>(
    () => opened.value?.participants[opened.value.chosen] ?? null,
  )
  const name = computed(() => (profile.value === null ? '' : fullName(profile.value)))

  /** How many participants go in the file on screen. */
  const together = computed(() => opened.value?.participants.length ?? 0)
  /** The file holds several, and the environment in use takes files of one: main refuses to send it. */
  const blocked = computed(() => together.value > 1 && program.active?.takesSeveral !== true)

  /** Shows `next`; what is open besides it and `beside` is closed. */
  const show = (next: OpenedParticipant, beside: OpenedParticipant | null = null): void => {
    const before = [opened.value, whole.value]
    opened.value = next
    whole.value = beside
    runWanted.value = false
    const kept = [next.handle, beside?.handle]
    for (const file of before)
      if (file !== null && !kept.includes(file.handle))
        void client.call('participant.close', { handle: file.handle })
  }

  /** Opens `source`; true when it is open. On failure what was open stays, and `problem` says why. */
  const open = async (source: ParticipantSource): Promise<boolean> => {
    latest += 1
    const mine = latest
    opening.value = true
    problem.value = null
    const result = await client.call('participant.open', source)
    if (mine !== latest) {
      if (result.ok) void client.call('participant.close', { handle: result.value.handle })
      return false
    }
    opening.value = false
    if (result.ok) show(result.value)
    else if (result.error.code !== 'job.cancelled') problem.value = result.error
    return result.ok
  }

  /** Opens a picked or dropped file. A file over the limit is refused before it is read. */
  const openFile = async (file: File): Promise<boolean> => {
    const limit = program.info?.maxParticipantBytes
    if (limit !== undefined && file.size > limit) {
      problem.value = {
        code: 'participant.tooLarge',
        message: `${file.name} has ${bytes(file.size)}; at most ${bytes(limit)} can be opened.`,
      }
      return false
    }
    let content: Uint8Array<ArrayBuffer>
    try {
      content = new Uint8Array(await file.arrayBuffer())
    } catch (cause) {
      problem.value = {
        code: 'participant.fileMissing',
        message: `${file.name} could not be read.`,
        details: cause instanceof Error ? cause.message : String(cause),
      }
      return false
    }
    const path = client.pathOf(file)
    return open({ kind: 'file', name: file.name, bytes: content, ...(path === '' ? {} : { path }) })
  }

  /** Begins to choose somebody of `file`; tells later whether that file is still open and nobody else was chosen since. */
  const choosing = (file: OpenedParticipant): (() => boolean) => {
    latestChoice += 1
    const mine = latestChoice
    return () => mine === latestChoice && opened.value?.handle === file.handle
  }

  /** Shows another participant of the same file; the failure, or `null`. */
  const choose = async (index: number): Promise<AppError | null> => {
    const file = opened.value
    if (file === null) return null
    const isStillWanted = choosing(file)
    const result = await client.call('participant.choose', { handle: file.handle, index })
    if (!isStillWanted()) return null
    if (!result.ok) return result.error
    show(result.value, whole.value)
    return null
  }

  /** Opens one participant of the file alone; the failure, or `null`. */
  const openOnly = async (index: number): Promise<AppError | null> => {
    const file = opened.value
    if (file === null) return null
    const isStillWanted = choosing(file)
    const result = await client.call('participant.openOnly', { handle: file.handle, index })
    if (!isStillWanted()) {
      if (result.ok) void client.call('participant.close', { handle: result.value.handle })
      return null
    }
    if (!result.ok) return result.error
    show(result.value, file)
    return null
  }

  /** Shows one that was opened alone elsewhere; the file of `whole` stays open beside it. */
  const adopt = (next: OpenedParticipant, handle: string | null): void => {
    latest += 1
    latestChoice += 1
    opening.value = false
    problem.value = null
    show(
      next,
      [opened.value, whole.value].find((file) => file !== null && file.handle === handle) ?? null,
    )
  }

  /** Goes back to the file that the open participant is a part of. */
  const showWhole = (): void => {
    if (whole.value !== null) show(whole.value)
  }

  /** Has a file written for each participant. */
  const split = async (): Promise<Result<SavedSplit>> =>
    client.call('participant.split', { handle: opened.value?.handle ?? 'none' })

  /** Another mapping has read an open file anew; one that it cannot read is closed. A look that fails otherwise changes nothing. */
  const takeAnew = async (handle: string): Promise<void> => {
    const isOpen = (file: OpenedParticipant | null): boolean => file?.handle === handle
    if (!isOpen(whole.value) && !isOpen(opened.value)) return
    const now = await client.call('participant.current', { handle })
    if (!now.ok && now.error.code !== 'participant.notOpen') return
    // What was beside may be on screen by now, or closed.
    if (isOpen(whole.value)) whole.value = now.ok ? now.value : null
    else if (isOpen(opened.value)) {
      opened.value = now.ok ? now.value : null
      if (!now.ok)
        problem.value = {
          code: 'participant.noParticipant',
          message: 'The file that was open cannot be read with the new mapping, so it was closed.',
        }
    }
  }
  client.on('participant.readAnew', ({ handle }) => void takeAnew(handle))

  const close = async (): Promise<void> => {
    const before = [opened.value, whole.value]
    opened.value = null
    whole.value = null
    runWanted.value = false
    for (const file of before)
      if (file !== null) await client.call('participant.close', { handle: file.handle })
  }

  const dismissProblem = (): void => {
    problem.value = null
  }

  const requestRun = (): void => {
    runWanted.value = true
  }

  /** True once for each wish to run a forecast. */
  const takeRun = (): boolean => {
    const wanted = runWanted.value
    runWanted.value = false
    return wanted
  }

  return {
    opened,
    whole,
    together,
    blocked,
    opening,
    problem,
    profile,
    name,
    runWanted,
    open,
    openFile,
    choose,
    openOnly,
    adopt,
    showWhole,
    split,
    close,
    dismissProblem,
    requestRun,
    takeRun,
  }
})

/** First and last name, as the review and the receipt have them, or the participant's number where the file has no name. */
export const fullName = (participant: ParticipantProfile): string => {
  const parts = [participant.firstName, participant.lastName].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' ') : participant.userId || 'Unnamed participant'
}
