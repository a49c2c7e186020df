import { noted, type Note } from '../platform/note.ts'
import { orNothing, type Routes } from '../platform/route.ts'
import type { Desk } from './desk.ts'

export const deskRoutes = ({ desk, log }: { readonly desk: Desk; readonly log: Note }) =>
  ({
    'desk.config.get': ({ environmentId, version }) => desk.config(environmentId, version),
    'desk.config.save': async ({ environmentId, texts }) =>
      noted(log, await desk.saveConfig(environmentId, texts), {
        action: 'settings',
        environmentId,
      }),
    'desk.earlier': ({ participantId }) => desk.earlier(participantId),
    'desk.wrapUp': ({ receiptId, wrapUp }) => desk.wrapUp(receiptId, wrapUp),
    'desk.endCall': async (call) => orNothing(await desk.endCall(call)),
    'desk.unwrapped': desk.unwrapped,
    'desk.report': desk.report,
  }) satisfies Partial<Routes>
