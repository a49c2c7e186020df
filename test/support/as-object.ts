/**
 * Returns the fields of an object by name, or the items of a list by index; an empty object for any
 * other value.
 */
export const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
