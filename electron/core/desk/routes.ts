import { noted, type Note } from '../platform/note.ts'
import { orNothing, type Routes } from '../platform/route.ts'
import type { Desk } from './desk.ts'

export const deskRoutes = ({ desk, log }: { readonly desk: Desk; readonly log: Note }) =>
  ({
    'desk.config.get': ({ environmentId, version }) => desk.config(environmentId, version),
    'desk.config.save': async ({ environmentId, texts }) => {
      const before = await desk.config(environmentId)
      const checks = before.ok ? before.value.texts.checksNeeded : texts.checksNeeded
      const change =
        checks === texts.checksNeeded
          ? 'Texts of the desk'
          : `Identity checks needed at the desk: ${checks} → ${texts.checksNeeded}`
      const saved = await desk.saveConfig(environmentId, texts)
      return noted(log, saved, { action: 'settings', environmentId, change })
    },
    'desk.earlier': ({ participantId }) => desk.earlier(participantId),
    'desk.wrapUp': ({ receiptId, wrapUp }) => desk.wrapUp(receiptId, wrapUp),
    'desk.endCall': async (call) => orNothing(await desk.endCall(call)),
    'desk.unwrapped': desk.unwrapped,
    'desk.report': desk.report,
  }) satisfies Partial<Routes>
