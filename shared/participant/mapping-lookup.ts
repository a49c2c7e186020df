import {
  leadsTo,
  mappingParts,
  parseValuePath,
  valuesOfScope,
  type ParticipantMapping,
  type Scope,
  type ValueField,
  type ValuePath,
} from './mapping.ts'
import type { XmlElement } from './scan-xml.ts'

/** A path at which a mapping looks for a value. */
export interface Binding {
  readonly scope: Scope
  readonly field: ValueField
  /** How many candidates have precedence over this one. */
  readonly order: number
  /** The path as written in the mapping. */
  readonly written: string
  readonly path: ValuePath
}

const scopes: readonly Scope[] = ['file', 'record', 'account', 'holding', 'pension', 'rule']

const lastKey = ({ path }: { readonly path: ValuePath }) => path.steps.at(-1)?.key ?? ''

/**
 * Finds the mapping's entries for an element by the element's name, so that elements outside the
 * mapping cost almost no time.
 */
export const createMappingLookup = (mapping: ParticipantMapping) => {
  const beginnings = mappingParts.flatMap((part) =>
    mapping.elements[part].flatMap((written) => {
      const path = parseValuePath(written)
      return path === null || path.steps.length === 0 ? [] : [{ part, path }]
    }),
  )
  const parts = Map.groupBy(beginnings, lastKey)
  const bindings = scopes.flatMap((scope) =>
    valuesOfScope[scope].flatMap((field) =>
      mapping.values[field].flatMap((written, order): Binding[] => {
        const path = parseValuePath(written)
        return path === null ? [] : [{ scope, field, order, written, path }]
      }),
    ),
  )
  const {
    own: ownValues = [],
    texts: inTexts = [],
    attributes: inAttributes = [],
  } = Object.groupBy(bindings, ({ path }) =>
    path.steps.length === 0 ? 'own' : path.attribute === null ? 'texts' : 'attributes',
  )
  const own = Map.groupBy(ownValues, ({ scope }) => scope)
  const texts = Map.groupBy(inTexts, lastKey)
  const attributes = Map.groupBy(inAttributes, lastKey)
  const none: readonly Binding[] = []
  const at = (bindings: ReadonlyMap<string, readonly Binding[]>, open: readonly XmlElement[]) =>
    bindings.get(open.at(-1)?.key ?? '')?.filter(({ path }) => leadsTo(path, open)) ?? none
  return {
    /** The parts that begin at the innermost open element. */
    partsAt: (open: readonly XmlElement[]) =>
      (parts.get(open.at(-1)?.key ?? '') ?? []).flatMap(({ part, path }) =>
        leadsTo(path, open) ? [part] : [],
      ),
    /** Values to read from attributes of the innermost open element. */
    attributesAt: (open: readonly XmlElement[]) => at(attributes, open),
    textsAt: (open: readonly XmlElement[]) => at(texts, open),
    /** Values to read from attributes of the element that begins a part. */
    own: (scope: Scope) => own.get(scope) ?? none,
    looksFor: (field: ValueField) => mapping.values[field].length > 0,
    knowsNamespace: (namespace: string) => mapping.namespaces.includes(namespace),
    listsNamespaces: mapping.namespaces.length > 0,
  }
}
export type MappingLookup = Readonly<ReturnType<typeof createMappingLookup>>

/** A text that the mapping found for a value. */
export interface Capture {
  readonly text: string
  readonly element: XmlElement
  readonly binding: Binding
}

/** For each value, the text of its best candidate; of equal candidates, the first text. */
export type Captures = Map<ValueField, Capture>

/**
 * Keeps a candidate's text unless a better candidate, or the same candidate earlier in the file,
 * already provided one. Blank text is ignored.
 */
export const capture = (
  captures: Captures,
  binding: Binding,
  element: XmlElement,
  text: string | undefined,
): void => {
  const found = text?.trim() ?? ''
  const known = captures.get(binding.field)
  if (found === '' || (known !== undefined && known.binding.order <= binding.order)) return
  captures.set(binding.field, { text: found, element, binding })
}
