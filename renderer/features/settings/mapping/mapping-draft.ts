import {
  mappingKind,
  mappingParts,
  participantMappingSchema,
  valueFields,
  type ParticipantMapping,
} from '#shared/participant/mapping.ts'

/** A mapping being typed: places separated by commas. */
export interface MappingDraft {
  name: string
  namespaces: string
  dates: ParticipantMapping['dates']
  amounts: ParticipantMapping['amounts']
  elements: Record<string, string>
  values: Record<string, string>
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const draftOf = (mapping: ParticipantMapping): MappingDraft => ({
  name: mapping.name,
  namespaces: mapping.namespaces.join(', '),
  dates: mapping.dates,
  amounts: { ...mapping.amounts },
  elements: Object.fromEntries(
    mappingParts.map((part) => [part, mapping.elements[part].join(', ')]),
  ),
  values: Object.fromEntries(valueFields.map((field) => [field, mapping.values[field].join(', ')])),
})

/** The mapping of a draft, and errors by `elements.<part>`, `values.<field>` or the field's own name. */
export const readDraft = (
  draft: MappingDraft,
): {
  readonly mapping: ParticipantMapping | null
  readonly faults: Readonly<Record<string, string>>
} => {
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
  if (parsed.success) return { mapping: parsed.data, faults: {} }
  const faults: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    const key = path.filter((step) => typeof step === 'string').join('.')
    faults[key] ??= key === 'name' ? 'Give it a name of at most 80 characters.' : `${message}.`
  }
  return { mapping: null, faults }
}
