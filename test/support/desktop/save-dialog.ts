import type { ElectronApplication } from 'playwright-core'
import { z } from 'zod'
import { readSafely, until } from './launch.ts'

const askedSchema = z.array(
  z.object({
    /** True if the dialog is attached to the program's window. */
    parented: z.boolean(),
    title: z.string(),
    defaultPath: z.string(),
    filters: z.array(z.object({ name: z.string(), extensions: z.array(z.string()) })),
    properties: z.array(z.string()),
  }),
)
export type AskedToSave = z.infer<typeof askedSchema>[number]

/** A user at the native save dialog. Only the dialog is a double: it stays open until it is answered. */
export interface SaveDialog {
  /** What the dialog shows, once it is open. */
  opened(): Promise<AskedToSave>
  /** Saves as `file`; `null` cancels the dialog. */
  answer(file: string | null): Promise<void>
}

/** Replaces Electron's dialog with a {@link SaveDialog}, until the program ends. */
export const standInForSaveDialog = async (app: ElectronApplication): Promise<SaveDialog> => {
  await app.evaluate(({ dialog, BrowserWindow }) => {
    const asked: unknown[] = []
    const answers: ((answer: unknown) => void)[] = []
    Object.assign(dialog, {
      showSaveDialog: (...given: unknown[]) => {
        asked.push({
          ...Object(given.at(-1)),
          parented: given.length === 2 && given[0] === BrowserWindow.getAllWindows()[0],
        })
        return new Promise((resolve) => answers.push(resolve))
      },
    })
    Object.assign(globalThis, {
      saveDialogsAsked: asked,
      answerSaveDialog: (file: string) =>
        answers.shift()?.({ canceled: file === '', filePath: file }),
    })
  })
  const asked = async (): Promise<readonly AskedToSave[]> =>
    askedSchema.parse(
      await readSafely(() =>
        app.evaluate(() => {
          const all: unknown = Reflect.get(globalThis, 'saveDialogsAsked')
          return all
        }),
      ),
    )
  let answered = 0

  return {
    opened: async () => {
      let all = await asked()
      const end = performance.now() + 30_000
      while (all.length <= answered && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        all = await asked()
      }
      return until(
        () => all[answered],
        () => 'no dialog for saving was opened',
        0,
      )
    },
    answer: async (file) => {
      answered += 1
      await app.evaluate((_electron, to) => {
        const answer: unknown = Reflect.get(globalThis, 'answerSaveDialog')
        if (typeof answer === 'function') Reflect.apply(answer, undefined, [to])
      }, file ?? '')
    },
  }
}
