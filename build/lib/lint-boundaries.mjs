import { relative } from 'node:path'
import { importFault } from './house.mjs'
import { root } from './paths.mjs'

/** ESLint rule: every import, re-export and dynamic import follows the rules of house.mjs. */
export const boundaries = {
  meta: { type: 'problem', schema: [], messages: { fault: '{{ fault }}' } },
  /** @param {any} context */
  create(context) {
    const from = relative(root, context.filename).replaceAll('\\', '/')
    /** @param {any} node */
    const look = (node) => {
      if (typeof node.source?.value !== 'string') return
      const fault = importFault(from, node.source.value)
      if (fault !== '') context.report({ node: node.source, messageId: 'fault', data: { fault } })
    }
    return {
      ImportDeclaration: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
      ImportExpression: look,
    }
  },
}
