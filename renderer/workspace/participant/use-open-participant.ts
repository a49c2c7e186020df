import { useRouter } from 'vue-router'
import type { ParticipantSource } from '#shared/participant/opened.ts'
import { pickFile } from '../../lib/pick-file.ts'
import { useProgram } from '../program-store.ts'
import { useParticipant } from '../participant-store.ts'

/** Ways to open a participant. Success leads to the profile; failure leaves the screen as it is. */
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
   * Lets the user pick a file. On the desktop main shows the dialog, so that the menu can request it too; in a browser
   * the page does, right after a click or a key press.
   */
  const pick = () => {
    if (program.info?.host === 'desktop') void openSource({ kind: 'dialog' })
    else pickFile('.xml,text/xml,application/xml', (file) => void openFile(file))
  }

  return { pick, openFile, openSource }
}
