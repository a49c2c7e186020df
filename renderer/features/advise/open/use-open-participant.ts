import { useRouter } from 'vue-router'
import type { ParticipantSource } from '#shared/ipc/views.ts'
import { useParticipant } from '../participant-store.ts'

/** Ways to open a participant; each shows the profile on success and leaves the screen alone on failure. */
export interface OpenParticipant {
  /** Lets the person pick a file. Needs a click or a key press to have happened just before. */
  readonly pick: () => void
  readonly openFile: (file: File) => Promise<void>
  readonly openSource: (source: ParticipantSource) => Promise<void>
}

/** See {@link OpenParticipant}. Works in any component. */
export const useOpenParticipant = (): OpenParticipant => {
  const participant = useParticipant()
  const router = useRouter()

  const showWhen = async (opening: Promise<boolean>): Promise<void> => {
    if (await opening) await router.push('/advise/profile')
  }
  const openFile = (file: File): Promise<void> => showWhen(participant.openFile(file))

  const pick = (): void => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.xml,text/xml,application/xml'
    input.addEventListener('change', () => {
      const file = input.files?.[0]
      if (file !== undefined) void openFile(file)
    })
    input.click()
  }

  return { pick, openFile, openSource: (source) => showWhen(participant.open(source)) }
}
