/** Names of files that the program proposes, right on every system that the file may be carried to. */

/** What Windows takes in no name, and what no name should hold: control characters, and those that turn text around. */
const notInNames =
  /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g
/** Names of devices on Windows, whatever extension follows. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
/** Bytes in UTF-8, extension not counted: file systems take 255, and programs add something of their own to a name. */
const longestStem = 150

const bytesOf = (character: string): number => {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x1_0000 ? 3 : 4
}

/** As many whole characters from the start of `text` as fit in `most` bytes. */
const cut = (text: string, most: number): string => {
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
 * `name` as a file name that ends in `.extension`: what a system does not take is a hyphen, too long a name is cut, and a
 * name with nothing left is `Glidepath`.
 */
export const safeFileName = (name: string, extension: string): string => {
  const ending = `.${extension}`
  const stem = name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name
  // A dot at the start hides the file; Windows drops dots and spaces at the end.
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
