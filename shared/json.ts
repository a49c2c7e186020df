import { z } from 'zod'

/** Any JSON value, for the parts whose shape the specification does not show. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export const jsonSchema: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined)
