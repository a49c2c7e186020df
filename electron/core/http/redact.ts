import { constants, gunzipSync } from 'node:zlib'

export const removed = '[removed]'

const maxChars = 64 * 1024
/** Longer secrets are documents, which are found verbatim and by their root element. */
const longestPattern = 10_000

const secretNames =
  'access_?token|refresh_?token|id_?token|token|client_?secret|password|authorization|api_?key|SID|(?:set-)?cookie|ParticipantXML'

/** Backslashes that JSON puts before a character, which may be encoded again. */
const escapes = '(?:\\\\|%(?:25)*5c|&#0*92;)*'
const escaped = '(?<=\\\\|5c|92;)'
/** A quotation mark in JSON texts, pages and addresses. A match starts only at the first backslash of a run. */
const quote = `(?<!\\\\|5c|92;)(?:${escapes}(?:"|&quot;|&#0*34;|%(?:25)*22))`
const lessThan = '(?:<|&lt;|&#0*60;|&#x0*3c;|\\\\u003c|%(?:25)*3c)'

const rules: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)(?:\s+|%20|\+)[\w.~+/=-]{6,}/gi, `$1 ${removed}`],
  [
    new RegExp(`("(?:${secretNames})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*(?:"|$)`, 'gi'),
    `$1"${removed}"`,
  ],
  [
    new RegExp(
      `(${quote}(?:${secretNames})${quote}\\s*(?::|%3a)\\s*${quote})(?:(?!${quote})[^])*`,
      'gi',
    ),
    `$1${removed}`,
  ],
  [/((?:set-)?cookie\s*:\s*)[^\r\n]+/gi, `$1${removed}`],
  [/\b(access_?token|client_?secret|password|SID)=[^&\s"'<>]+/gi, `$1=${removed}`],
  [
    new RegExp(
      `${lessThan}(?:BatchParticipantInput|ParticipantData|ParticipantInfo|Participant\\b)[^]*`,
      'i',
    ),
    removed,
  ],
]

const names: Readonly<Record<string, readonly string[]>> = {
  '"': ['quot'],
  '&': ['amp'],
  '<': ['lt'],
  '>': ['gt'],
  "'": ['apos'],
}
const controls: Readonly<Record<string, readonly string[]>> = {
  '\n': ['n'],
  '\r': ['r'],
  '\t': ['t'],
}

/** One character in any encoding of JSON, HTML or an address, encoded once or twice. */
const anyForm = (char: string) => {
  if (/\w/.test(char)) return char
  const code = char.codePointAt(0) ?? 0
  const hex = code.toString(16)
  const bytes = [...Buffer.from(char)]
    .map((byte) => `%(?:25)*${byte.toString(16).padStart(2, '0')}`)
    .join('')
  const literal = char.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  const more = [
    `${escaped}u${hex.padStart(4, '0')}`,
    ...(names[char] ?? []).map((name) => `&(?:amp;)*${name};`),
    ...(controls[char] ?? []).map((letter) => `${escaped}${letter}`),
    ...(char === ' ' ? ['\\+'] : []),
  ]
  return `(?:${literal}|&(?:amp;)*#(?:0*${code}|x0*${hex});|${[bytes, ...more].join('|')})`
}

const slashNumber = '(?:0*92|x0*5c)'
/** A backslash in every form, and every form of text in a secret that reads like one: `%5c`, `&#92;`. */
const slash = [
  '\\\\',
  'u005c',
  '%(?:25)*5c',
  `&(?:amp;)*#${slashNumber};`,
  `u0026(?:amp;)*#${slashNumber};`,
  `%(?:25)*26(?:amp%(?:25)*3b)*%(?:25)*23${slashNumber}%(?:25)*3b`,
].join('|')
const slashRuns = new RegExp(`((?:${slash})+)`, 'i')
/** A text without these has no backslash in any form; most tokens are such texts. */
const slashSigns = /[\\%&]|u00/i

/**
 * Finds the secret in any form. A run of backslashes is one group without backtracking: separate groups could share the
 * backslashes in many ways, and the number of ways would double with each group.
 */
const patternOf = (secret: string) => {
  const parts = secret.split(slashRuns).map((part, index) => {
    if (index % 2 === 0)
      return Array.from(
        part,
        (char, at) => (at === 0 || /\w/.test(char) ? '' : escapes) + anyForm(char),
      ).join('')
    return `(?=(?<run${index}>(?:${slash})+))\\k<run${index}>`
  })
  const [first = '', ...rest] = parts
  // A match starts only at the first backslash of a run.
  const start = first === '' ? `(?<!${slash})` : first
  return new RegExp([start, ...rest].join(''), 'gi')
}

/** Letters and digits that each form of the secret contains as they are; null if there are none. */
export const traceOf = (secret: string): RegExp | null => {
  const parts = slashSigns.test(secret)
    ? secret.split(slashRuns).filter((_part, index) => index % 2 === 0)
    : [secret]
  let longest = ''
  for (const part of parts)
    for (const run of part.match(/\w+/g) ?? []) if (run.length > longest.length) longest = run
  return longest === '' ? null : new RegExp(longest.slice(0, 64), 'i')
}

const onlyAsWord = ({ source }: RegExp) =>
  new RegExp(`(?<![A-Za-z0-9])(?:${source})(?![A-Za-z0-9])`, 'gi')

/** Shorter ones are too common in other text to be removed; characters. */
export const shortestSecret = 4

/**
 * Replaces the secret in any form. `asWord` leaves it where a letter or a digit is next to it. A text without a trace of
 * the secret costs almost nothing.
 */
export const removerOf = (secret: string, asWord = false): ((text: string) => string) => {
  const trace = traceOf(secret)
  let pattern: RegExp | null = null
  const whole = (text: string) => {
    if (secret.length <= longestPattern)
      try {
        pattern ??= asWord ? onlyAsWord(patternOf(secret)) : patternOf(secret)
        return text.replace(pattern, removed)
      } catch {
        // A secret of only special characters at that length exceeds the maximum size of a pattern.
      }
    const once = JSON.stringify(secret).slice(1, -1)
    const forms = new Set([
      secret,
      once,
      JSON.stringify(once).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
    ])
    return [...forms].reduce((clean, form) => clean.replaceAll(form, removed), text)
  }
  return (text) => (trace?.test(text) === false ? text : whole(text))
}

const withoutAny = (text: string, secrets: readonly string[]) => {
  const known = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .reduce((clean, secret) => removerOf(secret)(clean), text)
  return rules.reduce(
    (clean, [pattern, replacement]) => clean.replace(pattern, replacement),
    known.slice(0, maxChars),
  )
}

/** How a gzip file begins in base64. */
const zipSign = 'H4sI'

/** Unpacks gzip files, up to so many bytes in all: a file of kilobytes can hold gigabytes. */
export const createUnzip = (bytes: number) => {
  let left = bytes
  /** The text of the gzip file that a run of base64 has in it; null if that is too long, empty for none. */
  return (run: string): string | null => {
    const at = run.indexOf(zipSign)
    if (at === -1) return ''
    try {
      // A file that was cut is unpacked as far as it goes.
      const options = { maxOutputLength: Math.max(1, left), finishFlush: constants.Z_SYNC_FLUSH }
      const unpacked = gunzipSync(Buffer.from(run.slice(at), 'base64'), options)
      left -= unpacked.length
      return unpacked.toString('utf8')
    } catch (error) {
      if (!(error instanceof RangeError)) return ''
      left = 0
      return null
    }
  }
}
type Unzip = ReturnType<typeof createUnzip>

/**
 * Every text that a run of base64 may stand for: it may begin with signs of another word (`tx-`), and hold UTF-16 or
 * gzip. Null if one is too long to unpack.
 */
export const textsIn = (run: string, unzip: Unzip): readonly string[] | null => {
  const unpacked = unzip(run)
  if (unpacked === null) return null
  const texts = [0, 1, 2, 3].flatMap((skip) => {
    const bytes = Buffer.from(run.slice(skip), 'base64')
    // Behind another word only letters and digits matter: Latin-1 is the fast way to them.
    const text = bytes.toString(skip === 0 ? 'utf8' : 'latin1')
    return bytes.includes(0)
      ? [text, Buffer.from(bytes.filter(Boolean)).toString('latin1')]
      : [text]
  })
  return [...new Set([...texts, unpacked])]
}

/** Unpacked bytes that a message is searched for secrets in. */
const maxUnpacked = 1024 * 1024

/**
 * Removes the given secrets from `text` in any form, and everything that looks like a secret: bearer and basic values,
 * SID, Cookie, client secrets, tokens and participant XML. This also searches base64. Returns at most 64 K characters.
 */
export const redact = (text: string, secrets: readonly string[] = []): string => {
  const unzip = createUnzip(maxUnpacked)
  const isFree = (inside: string) =>
    inside.length <= maxChars && withoutAny(inside, secrets) === inside
  return withoutAny(text, secrets).replace(/[\w+/-]{24,}={0,2}/g, (run) =>
    textsIn(run, unzip)?.every(isFree) ? run : removed,
  )
}

/** The index of the quotation mark that ends the text of JSON from `open`; null if none is within `most` characters. */
export const endOfText = (json: string, open: number, most = Infinity): number | null => {
  for (let end = json.indexOf('"', open + 1); ; end = json.indexOf('"', end + 1)) {
    if (end === -1 || end - open > most) return null
    let slashes = 0
    while (json[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end
  }
}
