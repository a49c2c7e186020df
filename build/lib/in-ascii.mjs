const beyondAscii = /[^\x00-\x7f]/g
/** In raw text (`String.raw`), an escape sequence does not stand for the character. */
const rawText = /\braw`[^`]*[^\x00-\x7f]/

const escaped = (/** @type {string} */ unit) =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * The same program in ASCII. V8 keeps the text of every script, and uses two bytes per character if any character is
 * beyond Latin-1, such as a dash. Throws for raw text (`String.raw`).
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
