import { isVisible, knownNames, type IsSent } from './visible-fields.ts'

/** Bounds, so that a body of any size holds main for milliseconds: characters read, values shown, depth. */
const maxRead = 192 * 1024
/** Longer texts, such as a participant's file, are passed over, up to this many characters in all. */
const longText = 1024
const maxPassed = 2 * 1024 * 1024
const maxShown = 600
const maxDepth = 24
/** Shown entries of a list, and of names that nobody specified; the others are counted. */
const mostAt = (depth: number): number => (depth < 3 ? 2 : 1)

/** The next sign or value of JSON; a number or word only with the sign behind it, so that none is cut. */
const tokenPattern = /[[\]{},:]|(?:true|false|null|-?\d[\d.eE+-]*)(?=[\s,\]}])/y
/** The same, or a whole object without lists and objects: most of a long answer, which nothing is shown of. */
const passedPattern = new RegExp(`\\{(?:[^"{}[\\]]|"[^"\\\\]*")*\\}|${tokenPattern.source}`, 'y')
const spacePattern = /\s*/y

/** Takes a value into the result; null for one that is only passed. */
type Show = ((value: unknown) => void) | null

/** Ends the reading: the rest of the body is not JSON, or enough was read. */
const stop = (): never => {
  throw new Error('The body is read no further.')
}

/** Index behind the text that begins with the quotation mark at `start`. */
const endOfText = (body: string, start: number): number => {
  for (let end = body.indexOf('"', start + 1); ; end = body.indexOf('"', end + 1)) {
    if (end === -1 || end - start > maxPassed) return stop()
    let slashes = 0
    while (body[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end + 1
  }
}

const shownScalar = (name: string, token: string, isSent: IsSent): unknown => {
  if (token === 'null' || token === '""') return token === 'null' ? null : ''
  if (token === 'true' || token === 'false')
    return knownNames.has(name) ? token === 'true' : '[true or false]'
  const isText = token.startsWith('"')
  const value = isText ? token.slice(1, -1) : token
  if ((isText || /^\d{1,3}$/.test(value)) && isVisible(name, value, isSent))
    return isText ? value : Number(value)
  return `[${isText ? 'text' : 'number'}, ${value.length} characters]`
}

/**
 * The form of a JSON body that may be kept: its structure with the names of the specification, the values that
 * `visible-fields.ts` lets through, and kind and length in place of all others. It reads as far as the text is JSON and
 * the bounds allow, and says where it ended. Never throws: an answer must not be lost over its picture.
 */
export const redactedBody = (body: string, isSent: IsSent): string => {
  /** The part of the body that may still be read; it begins at `start`. A long text moves it. */
  let text = body.slice(0, maxRead)
  let start = 0
  let at = 0
  let passed = 0
  let shown = 0
  let result: unknown

  const nextText = (): string => {
    const from = start + at
    const end = endOfText(body, from)
    const token = body.slice(from, end)
    if (token.length > longText) {
      passed += token.length
      if (passed > maxPassed) stop()
      text = body.slice(end, end + text.length - at)
      start = end
      at = 0
    } else at = end - start
    return token
  }
  const next = (isPassed: boolean): string => {
    spacePattern.lastIndex = at
    spacePattern.test(text)
    at = spacePattern.lastIndex
    if (text[at] === '"') return nextText()
    const pattern = isPassed ? passedPattern : tokenPattern
    pattern.lastIndex = at
    if (!pattern.test(text)) stop()
    const token = text.slice(at, pattern.lastIndex)
    at = pattern.lastIndex
    return token
  }
  // Lists and objects are shown before they are read, so that their beginning stays if the text ends early.
  const readList = (name: string, depth: number, show: Show): void => {
    const entries: unknown[] = []
    const most = mostAt(depth)
    show?.(entries)
    let count = 0
    for (;;) {
      const isPassed = show === null || count >= most
      const token = next(isPassed)
      if (token === ']') break
      if (token === ',') continue
      count += 1
      read(name, depth + 1, isPassed ? null : (value) => entries.push(value), token)
    }
    if (count > most) entries.push(`[${count - most} more]`)
  }
  const readObject = (depth: number, show: Show): void => {
    const fields: Record<string, unknown> = {}
    const most = mostAt(depth)
    show?.(fields)
    let unknown = 0
    for (let token = next(false); token !== '}'; token = next(false)) {
      if (token === ',') continue
      const name = token.slice(1, -1)
      const isKnown = knownNames.has(name)
      if (!isKnown) unknown += 1
      const label = isKnown ? name : `[name ${unknown}, ${name.length} characters]`
      const isShown = show !== null && (isKnown || unknown <= most)
      if (next(false) !== ':') stop()
      // The name stays if the value is not read to its end.
      if (isShown) fields[label] = '[not read]'
      read(name, depth + 1, isShown ? (value) => void (fields[label] = value) : null)
    }
    if (unknown > most) fields[`[${unknown - most} more]`] = '…'
  }
  const read = (name: string, depth: number, show: Show, token = next(show === null)): void => {
    if (show !== null) shown += 1
    if (depth > maxDepth || shown > maxShown || ']},:'.includes(token)) stop()
    if (token === '[') readList(name, depth, show)
    else if (token === '{') readObject(depth, show)
    else show?.(shownScalar(name, token, isSent))
  }

  try {
    read('', 0, (value) => void (result = value))
    return JSON.stringify(result, null, 2)
  } catch {
    if (result === undefined) return `[${body.length} characters that are not JSON]`
    return `${JSON.stringify(result, null, 2)}\n[cut here, at character ${start + at} of ${body.length}]`
  }
}
