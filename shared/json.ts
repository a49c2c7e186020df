import { z } from 'zod'

/** Any JSON value, for parts of unspecified shape. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export const jsonSchema: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined)
