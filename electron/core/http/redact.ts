import { parseJson } from '#shared/text/parse-json.ts'
import { parseWritten } from '#shared/text/written-json.ts'

export const removed = '[removed]'

/** Secrets with fewer characters are not removed, because they are too common in other text. */
const shortestSecret = 4
/** Secrets with fewer characters are removed only where they are whole words. */
const shortestPart = 8

/** Bodies with more characters are not parsed here, because parsing them would block main. */
export const mostParsed = 1024 * 1024

/** JSON strings, with their quotation marks. */
const literals = /"[^"\\]*(?:\\.[^"\\]*)*"/g

const without = (text: string, secret: string) => {
  const forms = [secret, JSON.stringify(secret).slice(1, -1)]
  if (secret.length >= shortestPart)
    return forms.reduce((clean, form) => clean.replaceAll(form, removed), text)
  const literal = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')
  return text.replace(new RegExp(`(?<![A-Za-z0-9])(?:${literal})(?![A-Za-z0-9])`, 'g'), removed)
}

/** The longest run of letters and digits in the secret, which no JSON encoder changes. */
const traceOf = (secret: string) =>
  (secret.match(/[A-Za-z0-9]+/g) ?? []).reduce(
    (longest, run) => (run.length > longest.length ? run : longest),
    '',
  )

/** The end, exclusive, of the JSON string that starts at `start`. */
const endOfLiteral = (text: string, start: number) => {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end + 1
  }
  return text.length
}

/** The position of the next trace at or after `from`; the length of the text if there is none. */
const nextTrace = (text: string, traces: readonly string[], from: number) =>
  traces.reduce((next, trace) => {
    const at = text.indexOf(trace, from)
    return at < 0 ? next : Math.min(next, at)
  }, text.length)

/**
 * Like {@link withoutSecrets}, without parsing: a long text would take gigabytes. In JSON, strings with a trace are
 * cleaned one by one; outside strings, a secret is removed unless it may be a figure.
 */
const withoutInLong = (
  text: string,
  known: readonly string[],
  traces: readonly string[],
  clean: (part: string) => string,
): string => {
  if (!/^\s*[{["]/.test(text)) return clean(text)
  const parts: string[] = []
  let kept = 0
  let at = nextTrace(text, traces, 0)
  for (let start = text.indexOf('"'); start >= 0 && at < text.length;) {
    const end = endOfLiteral(text, start)
    if (at < end) {
      if (at > start) {
        const literal = text.slice(start, end)
        const content = parseJson(literal)
        parts.push(
          text.slice(kept, start),
          typeof content === 'string' ? JSON.stringify(clean(content)) : clean(literal),
        )
        kept = end
      }
      at = nextTrace(text, traces, at > start ? end : at + 1)
      if (at < end) continue
    }
    start = text.indexOf('"', end)
  }
  const rest = parts.concat(text.slice(kept)).join('')
  return known.filter((secret) => /\D/.test(secret)).reduce(without, rest)
}

/**
 * Replaces each secret, both in plain form and in JSON form, with `[removed]`. JSON stays valid:
 * only strings that contain a secret are rewritten. Numbers outside strings stay, because a figure
 * may happen to equal a session's number. Text without any secret costs almost nothing.
 */
export const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const known = secrets.filter(({ length }) => length >= shortestSecret && length <= text.length)
  const traces = known.map(traceOf)
  const hasTrace = (part: string) => traces.some((trace) => part.includes(trace))
  if (!hasTrace(text)) return text
  const clean = (part: string) => known.reduce(without, part)
  if (text.length > mostParsed) return withoutInLong(text, known, traces, clean)
  if (parseJson(text) === undefined) return clean(text)
  try {
    return text.replace(literals, (literal) => {
      if (!hasTrace(literal)) return literal
      const content = String(JSON.parse(literal))
      const cleaned = clean(content)
      return cleaned === content ? literal : JSON.stringify(cleaned)
    })
  } catch {
    // V8 fails on one string of many million escapes.
    return clean(text)
  }
}

/** Patterns of secrets and participant data that the caller did not list. */
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
 * Removes the given secrets from plain text, and everything that looks like a secret: bearer and basic values, cookies,
 * passwords, SID and participant XML.
 */
export const redact = (text: string, secrets: readonly string[] = []): string =>
  rules.reduce(
    (clean, [pattern, replacement]) => clean.replace(pattern, replacement),
    withoutSecrets(text, secrets),
  )

/** The value of a body; `undefined` if it is not JSON or too long. */
export const parsedBody = (body: string): unknown =>
  body.length > mostParsed ? undefined : parseJson(body)

/** Like {@link parsedBody}, but keeps all digits of numbers. */
export const writtenBody = (body: string): unknown => {
  try {
    return body.length > mostParsed ? undefined : parseWritten(body)
  } catch {
    return undefined
  }
}

/** Stands in for a body that {@link parsedBody} does not read. */
export const sizeOf = (body: string): string =>
  `[${body.length} characters that are ${body.length > mostParsed ? 'too long to show' : 'not JSON'}]`

/**
 * A JSON body with {@link redact} applied to its strings, without values under a secret's name; for any other body, its
 * size.
 */
export const redactJson = (body: string, secrets: readonly string[] = []): string => {
  const value = writtenBody(withoutSecrets(body, secrets))
  if (value === undefined) return sizeOf(body)
  try {
    return JSON.stringify(value, (name, inner: unknown) => {
      if (secretNames.test(name)) return removed
      return typeof inner === 'string' ? redact(inner) : inner
    })
  } catch {
    // The value is nested too deeply to serialize.
    return sizeOf(body)
  }
}
