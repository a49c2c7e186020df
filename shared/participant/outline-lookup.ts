import type { AttributeField, ElementRole, ParticipantOutline } from './outline.ts'
import type { XmlElement } from './scan-xml.ts'

/** Finds elements and attributes by an outline's names. */
export interface OutlineLookup {
  /** What an element is; `null` for one the outline does not name. */
  roleOf(element: XmlElement): ElementRole | null
  /** The first candidate attribute that is present and not blank. */
  attribute(element: XmlElement, field: AttributeField): string | undefined
  knowsNamespace(namespace: string): boolean
}

/** @returns a lookup by local names, without regard to case. */
export const createOutlineLookup = (outline: ParticipantOutline): OutlineLookup => {
  const roles = new Map<string, ElementRole>()
  let role: ElementRole
  for (role in outline.elements) for (const name of outline.elements[role]) roles.set(name.toLowerCase(), role)

  const fields = new Map<AttributeField, readonly string[]>()
  let field: AttributeField
  for (field in outline.attributes) fields.set(field, outline.attributes[field].map((name) => name.toLowerCase()))

  return {
    roleOf: (element) => roles.get(element.key) ?? null,
    attribute: (element, wanted) => {
      for (const key of fields.get(wanted) ?? []) {
        const value = element.attributes.get(key)
        if (value !== undefined && value.trim() !== '') return value
      }
      return undefined
    },
    knowsNamespace: (namespace) => outline.namespaces.includes(namespace),
  }
}
