/** Stands for everything that was taken out. */
export const removed = '[removed]'

const maxChars = 64 * 1024
/** Longer secrets are documents, which are looked for as they are and by their root element. */
const longestPattern = 10_000

const secretNames =
  'access_?token|refresh_?token|id_?token|token|client_?secret|password|authorization|api_?key|SID|(?:set-)?cookie|ParticipantXML'

/** Backslashes that JSON put before a sign, themselves written in another form afterwards. */
const escapes = '(?:\\\\|%(?:25)*5c|&#0*92;)*'
const escaped = '(?<=\\\\|5c|92;)'
/** A quotation mark, as it looks inside JSON texts, pages and addresses; begun at the first backslash, not at each. */
const quote = `(?<!\\\\|5c|92;)(?:${escapes}(?:"|&quot;|&#0*34;|%(?:25)*22))`
const lessThan = '(?:<|&lt;|&#0*60;|&#x0*3c;|\\\\u003c|%(?:25)*3c)'

const rules: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)(?:\s+|%20|\+)[\w.~+/=-]{6,}/gi, `$1 ${removed}`],
  [new RegExp(`("(?:${secretNames})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*(?:"|$)`, 'gi'), `$1"${removed}"`],
  [new RegExp(`(${quote}(?:${secretNames})${quote}\\s*(?::|%3a)\\s*${quote})(?:(?!${quote})[^])*`, 'gi'), `$1${removed}`],
  [/((?:set-)?cookie\s*:\s*)[^\r\n]+/gi, `$1${removed}`],
  [/\b(access_?token|client_?secret|password|SID)=[^&\s"'<>]+/gi, `$1=${removed}`],
  [new RegExp(`${lessThan}(?:BatchParticipantInput|ParticipantData|ParticipantInfo|Participant\\b)[^]*`, 'i'), removed],
]

const names: Readonly<Record<string, string>> = { '"': 'quot', '&': 'amp', '<': 'lt', '>': 'gt', "'": 'apos' }
const controls: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' }

/** One character of a secret however JSON, HTML or an address would write it, once or twice over. */
const anyForm = (char: string, index: number): string => {
  if (/\w/.test(char)) return char
  const code = char.codePointAt(0) ?? 0
  const hex = code.toString(16)
  const bytes = [...Buffer.from(char)].map((byte) => `%(?:25)*${byte.toString(16).padStart(2, '0')}`).join('')
  const literal = char.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  const more = [
    ...(code < 0x10000 ? [`${escaped}u${hex.padStart(4, '0')}`] : []),
    ...(names[char] === undefined ? [] : [`&(?:amp;)*${names[char]};`]),
    ...(controls[char] === undefined ? [] : [`${escaped}${controls[char]}`]),
    ...(char === ' ' ? ['\\+'] : []),
  ]
  const before = index === 0 ? '' : escapes
  return `${before}(?:${literal}|&(?:amp;)*#(?:0*${code}|x0*${hex});|${[bytes, ...more].join('|')})`
}

const withoutSecret = (text: string, secret: string): string => {
  if (secret.length <= longestPattern) return text.replace(new RegExp(Array.from(secret, anyForm).join(''), 'gi'), removed)
  const once = JSON.stringify(secret).slice(1, -1)
  const forms = new Set([secret, once, JSON.stringify(once).slice(1, -1), encodeURIComponent(secret.toWellFormed())])
  return [...forms].reduce((clean, form) => clean.replaceAll(form, removed), text)
}

const withoutAny = (text: string, secrets: readonly string[]): string => {
  const known = secrets.filter((secret) => secret.length >= 4).reduce(withoutSecret, text)
  return rules.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), known.slice(0, maxChars))
}

/**
 * `text` without the given secrets, whatever form they are quoted in, and without anything that looks like one:
 * bearer and basic values, SID, Cookie, client secrets, tokens and participant XML. What is packed in base64 is looked
 * into. At most 64 K characters.
 */
export const redact = (text: string, secrets: readonly string[] = []): string =>
  withoutAny(text, secrets).replace(/[\w+/-]{24,}={0,2}/g, (run) => {
    const inside = Buffer.from(run, 'base64').toString('utf8')
    return withoutAny(inside, secrets) === inside ? run : removed
  })
