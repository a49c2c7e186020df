import { useRouter } from 'vue-router'
import type { ParticipantSource } from '#shared/participant/opened.ts'
import { pickFile } from '../../lib/pick-file.ts'
import { useProgram } from '../program-store.ts'
import { useParticipant } from '../participant-store.ts'

/** Ways to open a participant; each shows the profile on success and leaves the screen alone on failure. */
export const useOpenParticipant = () => {
  const participant = useParticipant()
  const program = useProgram()
  const router = useRouter()

  const showWhen = async (opening: Promise<boolean>) => {
    if (await opening) await router.push('/advise/profile')
  }
  const openFile = (file: File) => showWhen(participant.openFile(file))
  const openSource = (source: ParticipantSource) => showWhen(participant.open(source))
  /**
   * Lets the person pick a file: on the desktop in main's dialog, so that the menu can request it too; in a browser in
   * the page's, which needs a click or a key press just before.
   */
  const pick = () => {
    if (program.info?.host === 'desktop') void openSource({ kind: 'dialog' })
    else pickFile('.xml,text/xml,application/xml', (file) => void openFile(file))
  }

  return { pick, openFile, openSource }
}
