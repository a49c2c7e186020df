import { endOfText } from '../redact.ts'
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

const signs = '[]{},:'
/** A number or word, only with the sign behind it, so that none is cut. */
const valuePattern = /(?:true|false|null|-?\d[\d.eE+-]*)(?=[\s,\]}])/y
/** A whole object without lists and objects: most of a long answer, which nothing is shown of. */
const passedPattern = /\{(?:[^"{}[\]]|"[^"\\]*")*\}/y
/** JSON's blanks, and the two between them. */
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13)

/** Ends the reading: the rest of the body is not JSON, or enough was read. */
const stop = () => {
  throw new Error('The body is read no further.')
}

/** What is shown of a value. */
type Shown = string | number | boolean | null | Shown[] | { [name: string]: Shown }
/** Takes it; null for a value that is passed over. */
type Put = ((shown: Shown) => void) | null

const shownScalar = (name: string, token: string, isSent: IsSent): Shown => {
  if (token === 'null') return null
  if (token === 'true' || token === 'false')
    return knownNames.has(name) ? token === 'true' : '[true or false]'
  const isText = token.startsWith('"')
  const value = isText ? token.slice(1, -1) : token
  if (value === '') return value
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
  const whole: Shown[] = []

  const nextText = () => {
    const from = start + at
    const end = (endOfText(body, from, maxPassed) ?? stop()) + 1
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
  /** The token of `pattern` at this place; empty if there is none. */
  const nextOf = (pattern: RegExp) => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return ''
    const from = at
    at = pattern.lastIndex
    return text.slice(from, at)
  }
  const next = (isPassed: boolean) => {
    while (isBlank(text.charCodeAt(at))) at += 1
    const sign = text[at] ?? stop()
    if (sign === '"') return nextText()
    const passedOver = isPassed && sign === '{' ? nextOf(passedPattern) : ''
    if (passedOver !== '') return passedOver
    if (!signs.includes(sign)) return nextOf(valuePattern) || stop()
    at += 1
    return sign
  }
  const readList = (name: string, depth: number, put: Put) => {
    const most = mostAt(depth)
    const entries: Shown[] = []
    put?.(entries)
    let count = 0
    for (;;) {
      const putEntry = put && count < most ? (shown: Shown) => entries.push(shown) : null
      const token = next(putEntry === null)
      if (token === ']') break
      if (token === ',') continue
      count += 1
      read(name, depth + 1, putEntry, token)
    }
    if (count > most) entries.push(`[${count - most} more]`)
  }
  const readObject = (depth: number, put: Put) => {
    const most = mostAt(depth)
    const fields: { [name: string]: Shown } = {}
    put?.(fields)
    let unknown = 0
    for (let token = next(false); token !== '}'; token = next(false)) {
      if (token === ',') continue
      const name = token.slice(1, -1)
      const isKnown = knownNames.has(name)
      if (!isKnown) unknown += 1
      if (next(false) !== ':') stop()
      const shownName = isKnown ? name : `[name ${unknown}, ${name.length} characters]`
      const putField = (shown: Shown) => (fields[shownName] = shown)
      const isFieldShown = put && (isKnown || unknown <= most)
      // Stays if the value is not read to its end.
      if (isFieldShown) putField('[not read]')
      read(name, depth + 1, isFieldShown ? putField : null)
    }
    if (unknown > most) fields[`[${unknown - most} more]`] = '…'
  }
  const read = (name: string, depth: number, put: Put, token = next(put === null)) => {
    if (put) shown += 1
    if (depth > maxDepth || shown > maxShown || ']},:'.includes(token)) stop()
    if (token === '[') readList(name, depth, put)
    else if (token === '{') readObject(depth, put)
    else put?.(shownScalar(name, token, isSent))
  }

  let end = ''
  try {
    read('', 0, (shown) => whole.push(shown))
  } catch {
    if (whole.length === 0) return `[${body.length} characters that are not JSON]`
    end = `\n[cut here, at character ${start + at} of ${body.length}]`
  }
  return JSON.stringify(whole[0], null, 2) + end
}
