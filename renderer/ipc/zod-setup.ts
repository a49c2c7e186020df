import { z } from 'zod'

/**
 * The Content-Security-Policy forbids compiling code from text, which zod tries as soon as a schema is made. So this is
 * imported before anything that makes one, and build/vite.renderer.config.ts keeps it in the schemas' own chunk.
 */
z.config({ jitless: true })
