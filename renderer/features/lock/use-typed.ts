import { useRouter } from 'vue-router'
import { useClient } from '../../ipc/client.ts'
import { useDraftShelf } from '../../lib/drafts.ts'
import { useToast } from '../../ui/kit.ts'
import { useParticipant } from '../../workspace/participant-store.ts'

const aboutParticipant = 'participant/'

/** Hands over what was typed when the program ends at its lock, and puts it back after unlocking. */
export const useTyped = () => {
  const client = useClient()
  const shelf = useDraftShelf()
  const participant = useParticipant()
  const router = useRouter()
  const toast = useToast()

  const keep = async () => {
    const { opened, whole } = participant
    // A participant cut out of a file cannot be opened again from it.
    const handle = whole === null ? opened?.handle : undefined
    await client.call('lock.keepDrafts', {
      screen: router.currentRoute.value.fullPath,
      fields: shelf.collect(),
      ...(handle === undefined ? {} : { handle }),
    })
  }

  const putBack = async () => {
    const taken = await client.call('lock.takeDrafts', {})
    const drafts = taken.ok ? taken.value.drafts : null
    if (drafts === null) return
    const { participant: who, fields, screen } = drafts
    const isBack =
      who !== null &&
      (await participant.open(who.source)) &&
      (who.chosen === 0 || (await participant.choose(who.chosen)) === null) &&
      participant.opened?.sha256 === who.sha256
    const names = Object.keys(fields)
    const mine = names.filter((name) => isBack || !name.startsWith(aboutParticipant))
    shelf.giveBack(Object.fromEntries(mine.map((name) => [name, fields[name] ?? ''])))
    await router.push(isBack || !screen.startsWith('/advise/') ? screen : '/advise')
    const isLost = mine.length < names.length
    if (isLost)
      toast.add({
        title: 'Some of what you typed is gone',
        description:
          'The participant’s file could not be opened as it was. Open it and type again.',
        color: 'warning',
      })
    else if (names.length > 0) toast.add({ title: 'What you typed is back', color: 'success' })
  }

  return { keep, putBack }
}
