import type { Json } from './json.ts'

/** True if a value is an object with named properties, and neither a list nor null. */
export function isObject(value: Json | undefined): value is { readonly [key: string]: Json }
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
