import { page } from 'vitest/browser'
import type { ListView } from '#shared/lists/list.ts'
import { listId, listScripts } from '#test/support/samples/scripted-lists.ts'
import { createScriptedWorld } from '#test/support/samples/scripted-world.ts'

export const here = `/opt-out/lists/${listId}`
export const hostWith = (view: ListView) => createScriptedWorld(listScripts({ view }))
export const dialog = page.getByRole('dialog')
