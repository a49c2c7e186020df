import { computed, ref, shallowRef } from 'vue'
import { deskTextsSchema, type DeskConfig, type DeskTexts } from '#shared/desk/texts.ts'
import { problemsOf } from '#shared/desk/check-texts.ts'
import { useClient } from '../../../ipc/client.ts'
import { useCall } from '../../../lib/use-call.ts'

export const useTextsForm = () => {
  const client = useClient()
  /** The version on disk; null until loaded. */
  const saved = shallowRef<DeskConfig | null>(null)
  const texts = ref<DeskTexts | null>(null)
  const { busy, problem, run } = useCall()
  /** True once a save has been refused; from then on errors are shown while typing. */
  const tried = ref(false)

  const changed = computed(
    () => saved.value !== null && JSON.stringify(texts.value) !== JSON.stringify(saved.value.texts),
  )
  const problems = computed(() => (texts.value === null ? [] : problemsOf(texts.value)))
  const problemAt = (field: string): string | false =>
    (tried.value && problems.value.find((each) => each.field === field)?.message) || false

  const edit = (from: DeskTexts) => {
    // Parsing makes a copy, so that typing does not change the saved version.
    texts.value = deskTextsSchema.parse(from)
  }

  const load = async (environmentId: string) => {
    const loaded = await run(client.call('desk.config.get', { environmentId }))
    tried.value = false
    saved.value = loaded.ok ? loaded.value : null
    if (loaded.ok) edit(loaded.value.texts)
    else texts.value = null
  }

  const take = async (version: number) => {
    if (saved.value === null) return
    const { environmentId } = saved.value
    const older = await run(client.call('desk.config.get', { environmentId, version }))
    if (older.ok) edit(older.value.texts)
  }

  /** True once a new version is on disk. */
  const save = async () => {
    tried.value = true
    if (saved.value === null || texts.value === null || problems.value.length > 0 || busy.value)
      return false
    const { environmentId } = saved.value
    const kept = await run(client.call('desk.config.save', { environmentId, texts: texts.value }))
    if (!kept.ok) return false
    saved.value = kept.value
    edit(kept.value.texts)
    tried.value = false
    return true
  }

  return {
    saved,
    texts,
    problem,
    busy,
    tried,
    changed,
    problems,
    problemAt,
    load,
    take,
    save,
  }
}
