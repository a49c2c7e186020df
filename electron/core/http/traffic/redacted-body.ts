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

const quote = '"'.charCodeAt(0)
const openBrace = '{'.charCodeAt(0)
/** The signs of JSON's structure, by their code. */
const signs = new Map(Array.from('[]{},:', (sign) => [sign.charCodeAt(0), sign]))
const beginsNoValue = new Set([']', '}', ',', ':', ''])
/** A number or word, only with the sign behind it, so that none is cut. */
const valuePattern = /(?:true|false|null|-?\d[\d.eE+-]*)(?=[\s,\]}])/y
/** A whole object without lists and objects: most of a long answer, which nothing is shown of. */
const passedPattern = /\{(?:[^"{}[\]]|"[^"\\]*")*\}/y
/** JSON's blanks, and the two between them. */
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13)

/** A line of the result at this depth. */
const lines = Array.from({ length: maxDepth + 2 }, (_none, depth) => `\n${'  '.repeat(depth)}`)
const lineAt = (depth: number) => lines[depth] ?? '\n'

/** What is shown of a text, number or word, as JSON. A visible text has only characters that JSON takes as they are. */
const shownScalar = (name: string, token: string, isSent: IsSent): string => {
  const isText = token.charCodeAt(0) === quote
  if (token === 'null' || token === '""') return token
  if (token === 'true' || token === 'false')
    return knownNames.has(name) ? token : '"[true or false]"'
  const value = isText ? token.slice(1, -1) : token
  if ((isText || (value.length < 4 && /^\d+$/.test(value))) && isVisible(name, value, isSent))
    return token
  return `"[${isText ? 'text' : 'number'}, ${value.length} characters]"`
}

/**
 * The form of a JSON body that may be kept: its structure with the names of the specification, the values that
 * `visible-fields.ts` lets through, and kind and length in place of all others. It reads as far as the text is JSON and
 * the bounds allow, and says where it ended. Never throws: an answer must not be lost over its picture. Every call waits
 * for it, so it writes while it reads.
 */
export const redactedBody = (body: string, isSent: IsSent): string => {
  /** The part of the body that may still be read; it begins at `start`. A long text moves it. */
  let text = body.slice(0, maxRead)
  let start = 0
  let at = 0
  let passed = 0
  let shown = 0
  let written = ''
  /** The rest of the body is not JSON, or enough was read. */
  let isOver = false
  /** Ends the reading, with an empty token. */
  const stop = () => {
    isOver = true
    return ''
  }

  const nextText = () => {
    const from = start + at
    const last = endOfText(body, from, maxPassed)
    if (last === null) return stop()
    const end = last + 1
    const token = body.slice(from, end)
    if (token.length > longText) {
      passed += token.length
      if (passed > maxPassed) return stop()
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
    const code = text.charCodeAt(at)
    if (code === quote) return nextText()
    const passedOver = isPassed && code === openBrace ? nextOf(passedPattern) : ''
    if (passedOver !== '') return passedOver
    const sign = signs.get(code)
    if (sign === undefined) return nextOf(valuePattern) || stop()
    at += 1
    return sign
  }
  const readList = (name: string, depth: number, isShown: boolean) => {
    const most = isShown ? mostAt(depth) : 0
    const line = lineAt(depth + 1)
    let count = 0
    while (!isOver) {
      const prefix = count < most ? (count === 0 ? line : `,${line}`) : null
      const token = next(prefix === null)
      if (token === '' || token === ']') break
      if (token === ',') continue
      count += 1
      read(name, depth + 1, prefix, token)
    }
    if (isShown && !isOver && count > most) written += `,${line}"[${count - most} more]"`
  }
  const readObject = (depth: number, isShown: boolean) => {
    const most = mostAt(depth)
    const line = lineAt(depth + 1)
    let comma = ''
    let unknown = 0
    while (!isOver) {
      const token = next(false)
      if (token === '' || token === '}') break
      if (token === ',') continue
      const name = token.slice(1, -1)
      const isKnown = knownNames.has(name)
      if (!isKnown) unknown += 1
      if (next(false) !== ':') {
        stop()
        break
      }
      if (!isShown || (!isKnown && unknown > most)) {
        read(name, depth + 1, null)
        continue
      }
      const shownName = isKnown ? name : `[name ${unknown}, ${name.length} characters]`
      const prefix = `${comma}${line}"${shownName}": `
      if (!read(name, depth + 1, prefix)) written += `${prefix}"[not read]"`
      comma = ','
    }
    if (isShown && !isOver && unknown > most)
      written += `${comma}${line}"[${unknown - most} more]": "…"`
  }
  /** Reads a value and writes what is shown of it behind `prefix`; null for none. False if there is no value. */
  const read = (
    name: string,
    depth: number,
    prefix: string | null,
    token = next(prefix === null),
  ): boolean => {
    const isShown = prefix !== null
    if (isShown) shown += 1
    if (depth > maxDepth || shown > maxShown || beginsNoValue.has(token)) stop()
    if (isOver) return false
    const isList = token === '['
    if (!isList && token !== '{') {
      if (isShown) written += prefix + shownScalar(name, token, isSent)
      return true
    }
    if (isShown) written += prefix + token
    const empty = written.length
    if (isList) readList(name, depth, isShown)
    else readObject(depth, isShown)
    if (isShown) written += (written.length > empty ? lineAt(depth) : '') + (isList ? ']' : '}')
    return true
  }

  const end = () => (isOver ? `\n[cut here, at character ${start + at} of ${body.length}]` : '')

  if (!read('', 0, '')) return `[${body.length} characters that are not JSON]`
  const result = written + end()
  // A copy, because the parts would keep the whole body in memory.
  return body.length > longText ? Buffer.from(result).toString() : result
}
