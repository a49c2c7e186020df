const beyondAscii = /[^\x00-\x7f]/g
/**
 * Matches raw text (`String.raw`) with a non-ASCII character. An escape sequence cannot replace the
 * character there.
 */
const rawText = /\braw`[^`]*[^\x00-\x7f]/

const escaped = (/** @type {string} */ unit) =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Rewrites a program in ASCII. V8 keeps the source text of every script in memory, and uses two
 * bytes per character if any character, such as a dash, is outside Latin-1. Throws for raw text
 * (`String.raw`).
 *
 * @param {string} code
 */
export const codeInAscii = (code) => {
  if (rawText.test(code))
    throw new Error('A raw template holds a character beyond ASCII, which cannot be escaped there.')
  return code.replace(beyondAscii, escaped)
}

/**
 * Writes every bundle in ASCII.
 *
 * @returns {import('vite').Plugin}
 */
export const inAscii = () => ({
  name: 'glidepath:in-ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = codeInAscii(file.code)
  },
})
