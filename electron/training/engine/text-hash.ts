/** 32-bit FNV-1a hash of the text's UTF-16 units: the same on every machine, good enough to spread seeds and ids. */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
