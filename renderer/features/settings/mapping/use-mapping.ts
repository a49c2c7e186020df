import { useTimeoutFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { AppError } from '#shared/errors.ts'
import {
  mappingKind,
  mappingParts,
  mappingText,
  mostMappingCharacters,
  parseMapping,
  participantMappingSchema,
  valueFields,
  type ParticipantMapping,
} from '#shared/participant/mapping.ts'
import { publishedMapping } from '#shared/participant/mapping-presets.ts'
import type { MappingPreview } from '#shared/participant/trace.ts'
import { useClient } from '../../../ipc/client.ts'
import { useCall } from '../../../lib/use-call.ts'
import { useParticipant } from '../../../workspace/participant-store.ts'

const listed = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const draftOf = (mapping: ParticipantMapping) => ({
  name: mapping.name,
  namespaces: mapping.namespaces.join(', '),
  dates: mapping.dates,
  amounts: { ...mapping.amounts },
  elements: Object.fromEntries(
    mappingParts.map((part) => [part, mapping.elements[part].join(', ')]),
  ),
  values: Object.fromEntries(valueFields.map((field) => [field, mapping.values[field].join(', ')])),
})
export type MappingDraft = ReturnType<typeof draftOf>

/** The mapping in a draft, or its errors by `elements.<part>`, `values.<field>` or the field's name. */
const readDraft = (draft: MappingDraft) => {
  const lists = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, listed(text)]))
  const parsed = participantMappingSchema.safeParse({
    kind: mappingKind,
    version: 1,
    name: draft.name,
    namespaces: listed(draft.namespaces),
    dates: draft.dates,
    amounts: draft.amounts,
    elements: lists(draft.elements),
    values: lists(draft.values),
  })
  const faults: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const key = path.filter((step) => typeof step === 'string').join('.')
    faults[key] ??= key === 'name' ? 'Give it a name of at most 80 characters.' : `${message}.`
  }
  return { mapping: parsed.data ?? null, faults }
}

/** How long after the last keystroke the preview rereads the open file, in milliseconds. */
const pauseMs = 300

export const useMapping = () => {
  const client = useClient()
  const participant = useParticipant()
  const draft = ref(draftOf(publishedMapping))
  const inUse = shallowRef<ParticipantMapping | null>(null)
  const damaged = ref('')
  const preview = shallowRef<MappingPreview | null>(null)
  const previewProblem = shallowRef<AppError | null>(null)
  /** Set if the current mapping could not be loaded; in that case nothing can be changed. */
  const loadProblem = shallowRef<AppError | null>(null)
  const { busy: saving, problem, run } = useCall()
  const saved = ref(false)

  const read = computed(() => readDraft(draft.value))
  const changed = computed(
    () =>
      inUse.value !== null &&
      (read.value.mapping === null || mappingText(read.value.mapping) !== mappingText(inUse.value)),
  )

  const load = async () => {
    const got = await client.call('mapping.get', {})
    loadProblem.value = got.ok ? null : got.error
    if (!got.ok) return
    inUse.value = got.value.mapping
    damaged.value = got.value.damaged
    draft.value = draftOf(got.value.mapping)
  }

  let latest = 0
  const look = async () => {
    latest += 1
    const mine = latest
    const { mapping } = read.value
    const handle = participant.opened?.handle
    if (mapping === null || handle === undefined) {
      preview.value = null
      previewProblem.value = null
      return
    }
    const looked = await client.call('mapping.preview', { handle, mapping })
    if (mine !== latest) return
    preview.value = looked.ok ? looked.value : null
    previewProblem.value = looked.ok ? null : looked.error
  }
  const { start } = useTimeoutFn(look, pauseMs, { immediate: false })
  watch(
    [draft, () => participant.opened?.handle, () => participant.opened?.chosen],
    () => {
      saved.value = false
      start()
    },
    { deep: true, immediate: true },
  )

  const save = async () => {
    const { mapping } = read.value
    if (mapping === null || saving.value) return
    const kept = await run(client.call('mapping.save', { mapping }))
    if (!kept.ok) return
    inUse.value = kept.value.mapping
    damaged.value = kept.value.damaged
    saved.value = true
  }

  const take = (mapping: ParticipantMapping) => {
    problem.value = null
    draft.value = draftOf(mapping)
  }

  const takeFile = async (file: File) => {
    // A character takes at most four bytes, so a larger file cannot be valid and is not read.
    const text =
      file.size > mostMappingCharacters * 4
        ? ' '.repeat(mostMappingCharacters + 1)
        : await file.text().catch(() => '')
    const parsed = parseMapping(text)
    if (parsed.ok) take(parsed.value)
    else problem.value = parsed.error
  }

  void load()
  return {
    draft,
    inUse,
    read,
    changed,
    damaged,
    preview,
    previewProblem,
    loadProblem,
    load,
    problem,
    saving,
    saved,
    save,
    take,
    takeFile,
  }
}
