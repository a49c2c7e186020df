import type { Binding } from './mapping-lookup.ts'
import type { ValueField } from './mapping.ts'
import type { XmlElement } from './scan-xml.ts'

/** Text that a mapping found for a value. */
export interface Capture {
  readonly text: string
  readonly element: XmlElement
  readonly binding: Binding
}

/** The best candidate's text for each value; the first of equal ones. */
export type Captures = Map<ValueField, Capture>

/**
 * Keeps a candidate's text unless a better candidate, or the same one earlier, found something. Blank text counts as
 * nothing.
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
