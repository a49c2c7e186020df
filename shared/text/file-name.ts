/** Proposed file names that are valid on every system. */

/** Characters that Windows forbids, control characters, and characters that reverse text. */
const notInNames =
  /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g
/** Windows device names, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
/**
 * Maximum length without the extension, in UTF-8 bytes. File systems allow 255, and programs add to
 * a name.
 */
const longestStem = 150

const bytesOf = (character: string): number => {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x1_0000 ? 3 : 4
}

/** As many whole characters from the start of `text` as fit in `most` bytes. */
const cut = (text: string, most: number) => {
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += bytesOf(character)
    if (bytes > most) break
    kept += character
  }
  return kept
}

/**
 * `name` as a file name that ends in `.extension`: forbidden characters become hyphens, a long name is cut, an empty
 * one becomes `Glidepath`.
 */
export const safeFileName = (name: string, extension: string): string => {
  const ending = `.${extension}`
  const stem = name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name
  // A leading dot would hide the file, and Windows drops dots and spaces at the end.
  const clean = cut(
    stem
      .toWellFormed()
      .replaceAll(notInNames, '-')
      .replace(/^[\s.]+/, ''),
    longestStem,
  ).replace(/[\s.]+$/, '')
  const usable = deviceName.test(clean) ? `_${clean}` : clean
  return `${usable === '' ? 'Glidepath' : usable}${ending}`
}

/** Makes `names` unique: the second of two equal names gets ` (2)`. */
export const numbered = (names: readonly string[]): readonly string[] =>
  names.map((name, index) => {
    const before = names.slice(0, index).filter((each) => each === name).length
    return before === 0 ? name : `${name} (${before + 1})`
  })
