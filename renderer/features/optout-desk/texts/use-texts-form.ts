import { computed, ref, shallowRef } from 'vue'
import type { AppError } from '#shared/errors.ts'
import {
  deskTextsSchema,
  type DeskConfig,
  type DeskReason,
  type DeskTexts,
} from '#shared/desk/texts.ts'
import { problemsOf } from '#shared/desk/check-texts.ts'
import { useClient } from '../../../ipc/client.ts'

export const useTextsForm = () => {
  const client = useClient()
  /** As saved last; null until loaded. */
  const saved = shallowRef<DeskConfig | null>(null)
  const texts = ref<DeskTexts | null>(null)
  /** The start of editing: the texts loaded, taken over or saved last. */
  const began = shallowRef<DeskTexts | null>(null)
  /** The delivered reasons; none if they cannot be fetched. */
  const delivered = shallowRef<readonly DeskReason[]>([])
  const problem = shallowRef<AppError | null>(null)
  const loading = ref(false)
  const saving = ref(false)
  /** A save was refused once: errors then show while they are corrected. */
  const tried = ref(false)

  const changed = computed(
    () => saved.value !== null && JSON.stringify(texts.value) !== JSON.stringify(saved.value.texts),
  )
  const problems = computed(() => (texts.value === null ? [] : problemsOf(texts.value)))
  const problemAt = (field: string): string | false =>
    (tried.value && problems.value.find((each) => each.field === field)?.message) || false

  const edit = (from: DeskTexts) => {
    began.value = from
    // Parsing copies: typing must not change the saved version.
    texts.value = deskTextsSchema.parse(from)
  }

  const load = async (environmentId: string) => {
    loading.value = true
    const [loaded, first] = await Promise.all([
      client.call('desk.config.get', { environmentId }),
      client.call('desk.config.get', { environmentId, version: 0 }),
    ])
    delivered.value = first.ok ? first.value.texts.reasons : []
    loading.value = false
    tried.value = false
    problem.value = loaded.ok ? null : loaded.error
    saved.value = loaded.ok ? loaded.value : null
    if (loaded.ok) edit(loaded.value.texts)
    else texts.value = null
  }

  const take = async (version: number) => {
    if (saved.value === null) return
    const older = await client.call('desk.config.get', {
      environmentId: saved.value.environmentId,
      version,
    })
    problem.value = older.ok ? null : older.error
    if (older.ok) edit(older.value.texts)
  }

  /** True once a new version is on disk. */
  const save = async () => {
    tried.value = true
    if (saved.value === null || texts.value === null || problems.value.length > 0 || saving.value)
      return false
    saving.value = true
    const kept = await client.call('desk.config.save', {
      environmentId: saved.value.environmentId,
      texts: texts.value,
    })
    saving.value = false
    problem.value = kept.ok ? null : kept.error
    if (!kept.ok) return false
    saved.value = kept.value
    edit(kept.value.texts)
    tried.value = false
    return true
  }

  return {
    ...{ saved, texts, began, delivered, problem, loading, saving, tried, changed, problems },
    ...{ problemAt, load, take, save },
  }
}
