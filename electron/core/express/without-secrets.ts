import {
  createUnzip,
  endOfText,
  removed,
  removerOf,
  shortestSecret,
  textsIn,
  traceOf,
} from '../http/redact.ts'

/** Shorter secrets are removed only where they are a word of their own; characters. */
const shortestPart = 8
/** Runs from 16 characters on. They are not counted with `{16,}`, which ends with an error in a run of megabytes. */
const base64 = new RegExp(`${'[\\w+/-]'.repeat(16)}[\\w+/-]*={0,2}`, 'g')

const shortestRun = 16
/** Signs of such a run, by their code. */
const inRun = Uint8Array.from({ length: 128 }, (_none, code) =>
  Number(/[\w+/-]/.test(String.fromCharCode(code))),
)
/** JSON's escapes that hide a letter, or move the beginning of a run or join two. */
const hiding = /\\(?:[u/]|[nrt][\w+/-]|[\w+/-]{16})/

/** Bytes that are unpacked to look for a secret in them. */
const maxUnpacked = 128 * 1024 * 1024
/** Levels of base64 within base64; more only multiply the work. */
const maxDepth = 6

/** A text that is wholly base64 on several lines, without its blanks; null for any other. */
const inLines = (text: string) =>
  /^[\w+/=\s-]+$/.test(text) && /\S\s/.test(text.trimEnd()) ? text.replace(/\s+/g, '') : null

type Clean = (text: string) => string

/**
 * Whether `test` holds for each run of base64, and for the place behind it, from `least` characters on. Between two runs it looks at few
 * signs: no run lies between two others that are `least` apart.
 */
const everyRun = (text: string, least: number, test: (run: string, end: number) => boolean) => {
  for (let at = least - 1; at < text.length;) {
    let before = at
    while (before > at - least && inRun[text.charCodeAt(before)] === 1) before -= 1
    if (before > at - least) {
      at = before + least
      continue
    }
    let end = at + 1
    while (end < text.length && inRun[text.charCodeAt(end)] === 1) end += 1
    if (!test(text.slice(before + 1, end), end)) return false
    at = end + least
  }
  return true
}

/** Everything that JSON has outside its texts. */
const betweenTexts = /^[\s\d{}[\]:,+\-.Eaeflnrstu]*$/

const contentOf = (literal: string) => {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  try {
    return String(JSON.parse(literal))
  } catch {
    return null
  }
}

/** Cleans each text of JSON by its content, so that the result stays JSON; null if it is none. */
const cleanJson = (json: string, clean: Clean) => {
  const parts: string[] = []
  let kept = 0
  for (let at = 0; ;) {
    const open = json.indexOf('"', at)
    if (!betweenTexts.test(json.slice(at, open === -1 ? json.length : open))) return null
    if (open === -1) return [...parts, json.slice(kept)].join('')
    const end = endOfText(json, open)
    if (end === null) return null
    at = end + 1
    const content = contentOf(json.slice(open, at))
    if (content === null) return null
    const cleaned = clean(content)
    if (cleaned === content) continue
    parts.push(json.slice(kept, open), JSON.stringify(cleaned))
    kept = at
  }
}

/** The secrets to remove, and what tells fast that a text has none. */
const searchOf = (secrets: readonly string[]) => {
  const known = [...new Set(secrets)].filter(({ length }) => length >= shortestSecret)
  const traces = known.map(traceOf)
  const shortestTrace = Math.min(...traces.map((trace) => trace?.source.length ?? 0))
  return {
    secrets: [...secrets],
    known,
    traces,
    shortest: Math.min(...known.map(({ length }) => length)),
    /** Base64 writes three characters as four, so a shorter run has no room for a trace. */
    leastRun: Math.max(shortestRun, Math.ceil((shortestTrace * 4) / 3)),
  }
}

/** The last one serves the next call, too, which mostly has the same token. No secret stays in memory for it. */
let last = new WeakRef(searchOf([]))
const searchFor = (secrets: readonly string[]) => {
  const found = last.deref()
  const isSame =
    found?.secrets.length === secrets.length &&
    secrets.every((secret, index) => secret === found.secrets[index])
  if (isSame) return found
  const search = searchOf(secrets)
  last = new WeakRef(search)
  return search
}

/**
 * Removes what the request carried, its token and session, from the service's answer before anything reads or keeps it:
 * in JSON, in JSON within JSON, in base64, also of several lines or of gzip, and in each form that `http/redact.ts`
 * knows. The rest stays as it came, and JSON stays JSON; a text that held a secret is written anew. Numbers outside
 * texts stay, because a figure may equal a session's number.
 */
export const withoutSecrets = (answer: string, secrets: readonly string[]): string => {
  const { known, traces, shortest, leastRun } = searchFor(secrets)
  const unzip = createUnzip(maxUnpacked)
  const isRunFree = (run: string, depth: number): boolean =>
    textsIn(run, unzip)?.every((text) => isFree(text, depth + 1)) === true
  /** Whether it surely holds no secret. Letters of a secret are the same in each form, but for what `hiding` finds. */
  const isFree = (text: string, depth = 0): boolean => {
    if (text.length < shortest) return true
    if (traces.some((trace) => trace?.test(text) !== false)) return false
    if (text.includes('\\') && hiding.test(text)) return false
    if (depth > maxDepth) return true
    const whole = inLines(text)
    return (
      everyRun(text, leastRun, (run, end) => {
        // Lines of base64 that belong together are found only in the text of JSON that holds them.
        const isLine = text === answer && /\s/.test(text.charAt(end))
        return !isLine && isRunFree(run, depth)
      }) &&
      (whole === null || isRunFree(whole, depth))
    )
  }
  if (isFree(answer)) return answer

  const removers = known.map((secret) => removerOf(secret, secret.length < shortestPart))
  const withoutPlain = (text: string) => removers.reduce((cleaned, remove) => remove(cleaned), text)
  const cleanBase64 = (run: string) => {
    const inside = Buffer.from(run, 'base64').toString('utf8')
    const cleaned = clean(inside)
    if (cleaned !== inside) {
      const isExact = Buffer.from(inside).toString('base64') === run
      return isExact ? Buffer.from(cleaned).toString('base64') : removed
    }
    if (isRunFree(run, 0)) return run
    const unpacked = unzip(run)
    return unpacked ? Buffer.from(clean(unpacked)).toString('base64') : removed
  }
  const cleanParts = (text: string) => {
    const json = /^\s*[{["]/.test(text) ? cleanJson(text, clean) : null
    if (json !== null) return json
    const holds = (whole: string | null): whole is string => whole !== null && !isRunFree(whole, 0)
    const whole = inLines(text)
    const anew = holds(whole) ? cleanBase64(whole) : removed
    if (anew !== removed) return withoutPlain(anew)
    const cleaned = withoutPlain(text).replace(base64, cleanBase64)
    return holds(inLines(cleaned)) ? removed : cleaned
  }
  const clean: Clean = (text) => (isFree(text) ? text : cleanParts(text))
  return cleanParts(answer)
}
