import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { z } from 'zod'

const sentence = z.object({ type: z.literal('StringLiteral'), value: z.string().includes(' ') })

/** Stryker plugin that leaves sentences unchanged; codes and other single words are still changed. */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'sentences', {
    shouldIgnore: (path) =>
      'node' in path && sentence.safeParse(path.node).success ? 'a sentence' : undefined,
  }),
]
