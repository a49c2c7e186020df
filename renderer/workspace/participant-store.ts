import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import type { OpenedParticipant, ParticipantSource } from '#shared/participant/opened.ts'
import type { ParticipantProfile } from '#shared/participant/profile.ts'
import { useClient } from '../ipc/client.ts'
import { readFile } from '../lib/read-file.ts'
import { useProgram } from './program-store.ts'

/**
 * The participant whom the advisor has opened. Main holds the file; this store holds its handle and
 * how it was read.
 *
 * `runWanted` turns true when the user requests a forecast by button, shortcut or menu. The forecast screen sets it
 * back and runs.
 */
export const useParticipant = defineStore('participant', () => {
  const client = useClient()
  const program = useProgram()
  const opened = shallowRef<OpenedParticipant | null>(null)
  const opening = ref(false)
  const problem = shallowRef<AppError | null>(null)
  const runWanted = ref(false)
  /** The file with several participants that the open participant came from; it also stays open. */
  const whole = shallowRef<OpenedParticipant | null>(null)
  /** Last year's FICA wages from this employer, dollars; null until entered. */
  const wagesBefore = ref<number | null>(null)
  const personRules = computed(() => ({ ...program.savingRules, wagesBefore: wagesBefore.value }))
  let latest = 0
  let latestChoice = 0

  const profile = computed<ParticipantProfile | null>(
    () => opened.value?.participants[opened.value.chosen] ?? null,
  )
  const name = computed(() => (profile.value === null ? '' : fullName(profile.value)))

  /** The request `records.marks` for the participant on screen; null if nobody is open. */
  const marked = computed(() =>
    opened.value === null ? null : ({ of: 'open', handle: opened.value.handle } as const),
  )
  /** Number of participants in the file on screen. */
  const together = computed(() => opened.value?.participants.length ?? 0)
  /**
   * True if the file has several participants but the environment accepts only one per file; main
   * then refuses to send.
   */
  const blocked = computed(() => together.value > 1 && program.active?.takesSeveral !== true)

  const close = ({ handle }: OpenedParticipant) => void client.call('participant.close', { handle })

  /** Shows `next` and closes every other file except `beside`. */
  const show = (next: OpenedParticipant, beside: OpenedParticipant | null = null) => {
    const before = [opened.value, whole.value]
    opened.value = next
    whole.value = beside
    runWanted.value = false
    wagesBefore.value = null
    const kept = [next.handle, beside?.handle]
    for (const file of before) if (file !== null && !kept.includes(file.handle)) close(file)
  }

  /** Opens `source`; true if that worked. After a failure the previous file stays open, and `problem` says why. */
  const open = async (source: ParticipantSource) => {
    latest += 1
    const mine = latest
    opening.value = true
    problem.value = null
    const result = await client.call('participant.open', source)
    if (mine !== latest) {
      if (result.ok) close(result.value)
      return false
    }
    opening.value = false
    if (result.ok) show(result.value)
    else if (result.error.code !== 'job.cancelled') problem.value = result.error
    return result.ok
  }

  /** Opens a picked or dropped file. A file over the limit is refused before it is read. */
  const openFile = async (file: File) => {
    const read = await readFile(client, file, program.info?.maxParticipantBytes)
    if (read.ok) return open({ kind: 'file', ...read.value })
    problem.value = read.error
    return false
  }

  /** Shows another participant of the file on screen, unless a later choice replaces this one. */
  const pick = async (channel: 'participant.choose' | 'participant.openOnly', index: number) => {
    const file = opened.value
    if (file === null) return null
    latestChoice += 1
    const mine = latestChoice
    const result = await client.call(channel, { handle: file.handle, index })
    const isAlone = channel === 'participant.openOnly'
    if (mine !== latestChoice || opened.value?.handle !== file.handle) {
      if (isAlone && result.ok) close(result.value)
      return null
    }
    if (!result.ok) return result.error
    show(result.value, isAlone ? file : whole.value)
    return null
  }
  /** `choose` and `openOnly` resolve to the failure, or `null`. */
  const choose = (index: number) => pick('participant.choose', index)
  const openOnly = (index: number) => pick('participant.openOnly', index)

  /**
   * Shows a participant that another screen opened. If `handle` is one of the open files, that file
   * stays open too.
   */
  const adopt = (next: OpenedParticipant, handle: string | null) => {
    latest += 1
    latestChoice += 1
    opening.value = false
    problem.value = null
    show(next, [opened.value, whole.value].find((file) => file?.handle === handle) ?? null)
  }

  const showWhole = () => {
    if (whole.value !== null) show(whole.value)
  }

  /** Makes main write one file per participant. */
  const split = async () =>
    client.call('participant.split', { handle: opened.value?.handle ?? 'none' })

  /**
   * Reads an open file again after the mapping changed. A file that is no longer readable is closed; any other failure
   * changes nothing.
   */
  const takeAnew = async (handle: string) => {
    const isOpen = (file: OpenedParticipant | null) => file?.handle === handle
    if (!isOpen(whole.value) && !isOpen(opened.value)) return
    const now = await client.call('participant.current', { handle })
    if (!now.ok && now.error.code !== 'participant.notOpen') return
    // Checks again, because the file may have moved or been closed during the request.
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

  return {
    opened,
    whole,
    together,
    blocked,
    opening,
    problem,
    profile,
    name,
    marked,
    runWanted,
    wagesBefore,
    personRules,
    open,
    openFile,
    choose,
    openOnly,
    adopt,
    showWhole,
    split,
  }
})

/** First and last name, as on reviews and receipts; the participant's number if the file has no name. */
export const fullName = (participant: ParticipantProfile): string => {
  const name = [participant.firstName, participant.lastName].filter(Boolean).join(' ')
  return name || participant.userId || 'Unnamed participant'
}
