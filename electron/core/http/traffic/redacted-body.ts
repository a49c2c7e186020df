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

/** JSON for a scalar; only what `isVisible` knows needs no escapes. */
const shownScalar = (name: string, token: string, isSent: IsSent) => {
  if (token === 'null' || token === '""') return token
  if (token === 'true' || token === 'false')
    return knownNames.has(name) ? token : '"[true or false]"'
  const isText = token.startsWith('"')
  const value = isText ? token.slice(1, -1) : token
  if ((isText || /^\d{1,3}$/.test(value)) && isVisible(name, value, isSent))
    return isText ? token : String(Number(value))
  return `"[${isText ? 'text' : 'number'}, ${value.length} characters]"`
}

const lines = Array.from({ length: maxDepth + 2 }, (_none, depth) => `\n${'  '.repeat(depth)}`)

/** Sets out JSON with two blanks a level, one piece after the other. */
const createLayout = () => {
  /** Joined at the end: a text that is added to keeps the body in memory, of which a name is a part. */
  const parts: string[] = []
  const open: string[] = []
  let isFirst = true
  let isNamed = false
  const line = (): void => void parts.push(lines[open.length] ?? '')
  const put = (json: string) => {
    if (!isNamed && open.length > 0) {
      if (!isFirst) parts.push(',')
      line()
    }
    parts.push(json)
    isFirst = false
    isNamed = false
  }
  const end = () => {
    const sign = open.pop() ?? ''
    if (!isFirst) line()
    parts.push(sign)
    isFirst = false
  }
  return {
    put,
    end,
    name: (name: string) => {
      put(`"${name}": `)
      isNamed = true
    },
    begin: (sign: '[' | '{') => {
      put(sign)
      open.push(sign === '[' ? ']' : '}')
      isFirst = true
    },
    /** The whole, also if its end was not reached; empty if nothing was put. */
    text: () => {
      if (isNamed) put('"[not read]"')
      while (open.length > 0) end()
      return parts.join('')
    },
  }
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
  const layout = createLayout()

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
  const readList = (name: string, depth: number, isShown: boolean) => {
    const most = mostAt(depth)
    if (isShown) layout.begin('[')
    let count = 0
    for (;;) {
      const isEntryShown = isShown && count < most
      const token = next(!isEntryShown)
      if (token === ']') break
      if (token === ',') continue
      count += 1
      read(name, depth + 1, isEntryShown, token)
    }
    if (!isShown) return
    if (count > most) layout.put(`"[${count - most} more]"`)
    layout.end()
  }
  const readObject = (depth: number, isShown: boolean) => {
    const most = mostAt(depth)
    if (isShown) layout.begin('{')
    let unknown = 0
    for (let token = next(false); token !== '}'; token = next(false)) {
      if (token === ',') continue
      const name = token.slice(1, -1)
      const isKnown = knownNames.has(name)
      if (!isKnown) unknown += 1
      const isFieldShown = isShown && (isKnown || unknown <= most)
      if (next(false) !== ':') stop()
      // The name stays if the value is not read to its end.
      if (isFieldShown) layout.name(isKnown ? name : `[name ${unknown}, ${name.length} characters]`)
      read(name, depth + 1, isFieldShown)
    }
    if (!isShown) return
    if (unknown > most) {
      layout.name(`[${unknown - most} more]`)
      layout.put('"…"')
    }
    layout.end()
  }
  const read = (name: string, depth: number, isShown: boolean, token = next(!isShown)) => {
    if (isShown) shown += 1
    if (depth > maxDepth || shown > maxShown || ']},:'.includes(token)) stop()
    if (token === '[') readList(name, depth, isShown)
    else if (token === '{') readObject(depth, isShown)
    else if (isShown) layout.put(shownScalar(name, token, isSent))
  }

  try {
    read('', 0, true)
    return layout.text()
  } catch {
    const text = layout.text()
    if (text === '') return `[${body.length} characters that are not JSON]`
    return `${text}\n[cut here, at character ${start + at} of ${body.length}]`
  }
}
