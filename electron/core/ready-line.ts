import { contract } from '#shared/ipc/contract.ts'
import type { CoreDoor } from './door.ts'

/** What a host tells whoever started it, once it can be used. */
export interface Ready {
  readonly host: 'desktop' | 'browser'
  readonly url: string
  /** Base URL of the training service; empty while it is off. */
  readonly training: string
  readonly dataDir: string
}

/** The one line of JSON on standard output, with its line end. */
export const readyLine = (ready: Ready): string => `${JSON.stringify({ event: 'ready', ...ready })}\n`

/** Base URL of the training service, asked like a page would; empty while it is off. */
export const trainingUrl = async (core: Pick<CoreDoor, 'router'>): Promise<string> => {
  const envelope = await core.router.handle('environments.list', {})
  const list = contract['environments.list'].response.safeParse(envelope.ok ? envelope.value : [])
  return list.data?.find(({ kind }) => kind === 'training')?.baseUrl ?? ''
}
