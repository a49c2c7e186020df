import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { z } from 'zod'

const sentence = z.object({ type: z.literal('StringLiteral'), value: z.string().includes(' ') })

/**
 * A Stryker plugin that does not mutate sentences. Codes and other single words are still mutated.
 */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'sentences', {
    shouldIgnore: (path) =>
      'node' in path && sentence.safeParse(path.node).success ? 'a sentence' : undefined,
  }),
]
