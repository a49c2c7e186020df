import type { TestProject } from 'vitest/node'
import { fetchTestElectron } from '../../../../build/lib/electron/test-electron.mjs'
import { startDisplay } from './display.ts'
import type { DesktopPlace } from './place.ts'
import { makeStage, removeStage } from './stage.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What all desktop tests share: the staged program (`Stage`) and an X display. */
    readonly desktop: DesktopPlace
  }
}

/** Vitest calls this once before the desktop tests, and calls the returned function after them. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const electron = await fetchTestElectron()
  if (typeof electron === 'string')
    throw new Error(`The desktop tests have no Electron: ${electron}.`)
  const stage = makeStage(electron)
  const display = await startDisplay()
  project.provide('desktop', { stage, display: display.name })
  return async () => {
    await display.stop()
    removeStage(stage)
  }
}
