import { parseJson } from '#shared/text/parse-json.ts'

export const removed = '[removed]'

/** Shorter ones are too common in other text to be removed; characters. */
const shortestSecret = 4
/** Shorter ones are removed only as a word of their own; characters. */
const shortestPart = 8

/** A text of JSON, with its quotation marks. */
const literals = /"[^"\\]*(?:\\.[^"\\]*)*"/g

const without = (text: string, secret: string) => {
  const forms = [secret, JSON.stringify(secret).slice(1, -1)]
  if (secret.length >= shortestPart)
    return forms.reduce((clean, form) => clean.replaceAll(form, removed), text)
  const literal = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')
  return text.replace(new RegExp(`(?<![A-Za-z0-9])(?:${literal})(?![A-Za-z0-9])`, 'g'), removed)
}

/** The longest run of letters and digits of the secret: no JSON encoder changes it. */
const traceOf = (secret: string) =>
  (secret.match(/[A-Za-z0-9]+/g) ?? []).reduce(
    (longest, run) => (run.length > longest.length ? run : longest),
    '',
  )

/**
 * Replaces each secret, as it is and in JSON, by `[removed]`. JSON stays JSON: only texts that hold a secret are written
 * anew, and numbers outside texts stay, because a figure may equal a session's number. A text without a trace of a
 * secret costs almost nothing.
 */
export const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const known = secrets.filter(({ length }) => length >= shortestSecret && length <= text.length)
  const traces = known.map(traceOf)
  const hasTrace = (part: string) => traces.some((trace) => part.includes(trace))
  if (!hasTrace(text)) return text
  const clean = (part: string) => known.reduce(without, part)
  if (parseJson(text) === undefined) return clean(text)
  try {
    return text.replace(literals, (literal) => {
      if (!hasTrace(literal)) return literal
      const content = String(JSON.parse(literal))
      const cleaned = clean(content)
      return cleaned === content ? literal : JSON.stringify(cleaned)
    })
  } catch {
    // V8 gives up on one text of many million escapes.
    return clean(text)
  }
}

/** Secrets and participant data that nobody told of. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${removed}`],
  [/((?:set-)?cookie\s*:\s*)[^\r\n]+/gi, `$1${removed}`],
  [/\b(access_?token|client_?secret|password|SID)=[^&\s"'<>]+/gi, `$1=${removed}`],
  [
    /(?:<|&lt;)(?:BatchParticipantInput|ParticipantData|ParticipantInfo|Participant\b)[^]*/i,
    removed,
  ],
]

const secretNames =
  /^(?:access_?token|refresh_?token|id_?token|token|client_?secret|password|authorization|api_?key|SID|(?:set-)?cookie|ParticipantXML)$/i

/**
 * Removes the given secrets from plain text, and what looks like a secret: bearer and basic values, cookies, passwords,
 * SID and participant XML.
 */
export const redact = (text: string, secrets: readonly string[] = []): string =>
  rules.reduce(
    (clean, [pattern, replacement]) => clean.replace(pattern, replacement),
    withoutSecrets(text, secrets),
  )

/** Longer bodies are not parsed here, because that would hold main; characters. */
export const mostParsed = 1024 * 1024

/** The value of a body; `undefined` if it is not JSON or too long. */
export const parsedBody = (body: string): unknown =>
  body.length > mostParsed ? undefined : parseJson(body)

/** Stands for a body that {@link parsedBody} does not read. */
export const sizeOf = (body: string): string =>
  `[${body.length} characters that are ${body.length > mostParsed ? 'too long to show' : 'not JSON'}]`

/** A JSON body as {@link redact} leaves its texts, without what stands under a secret's name; of any other, its size. */
export const redactJson = (body: string, secrets: readonly string[] = []): string => {
  const value = parsedBody(withoutSecrets(body, secrets))
  if (value === undefined) return sizeOf(body)
  try {
    return JSON.stringify(value, (name, inner: unknown) => {
      if (secretNames.test(name)) return removed
      return typeof inner === 'string' ? redact(inner) : inner
    })
  } catch {
    // It is nested too deeply to be written.
    return sizeOf(body)
  }
}
