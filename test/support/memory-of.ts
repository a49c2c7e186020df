import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const chunkBytes = 8 * 1024 * 1024
const pageBytes = 4096

/**
 * Ranges of a process's memory that can be read and have a page in memory or in the swap, without the kernel's own and
 * without files that the process can only read, such as its program.
 */
const rangesOf = (pid: number): readonly (readonly [number, number])[] =>
  readFileSync(`/proc/${pid}/smaps`, 'latin1')
    .split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
    .flatMap((range) => {
      const [, from = '', to = '', mode = '', name = ''] =
        /^([0-9a-f]+)-([0-9a-f]+) (r\S*) \S+ \S+ \S+ *(.*)$/m.exec(range) ?? []
      const isUsed = /^(?:Rss|Swap): +[1-9]/m.test(range)
      const isOnlyRead = name.startsWith('/') && !mode.includes('w')
      return from === '' || name.startsWith('[v') || isOnlyRead || !isUsed
        ? []
        : [[Number.parseInt(from, 16), Number.parseInt(to, 16)] as const]
    })

const encodings = ['utf8', 'utf16le', 'latin1'] as const

/** A text in each encoding in which its bytes differ. */
const formsOf = (text: string) => {
  const forms = encodings.map((encoding) => ({
    text,
    encoding,
    bytes: Buffer.from(text, encoding),
  }))
  return forms.filter(
    ({ bytes }, at) => forms.findIndex((other) => other.bytes.equals(bytes)) === at,
  )
}

/** How many bytes were read; 0 if the range ended meanwhile, or only a device can read it. */
const readAt = (memory: number, into: Uint8Array, at: number): number => {
  try {
    return readSync(memory, into, 0, into.length, at)
  } catch {
    return 0
  }
}

/**
 * How often each text is in the memory of a process, as `text (encoding): number`, for those that are there. Reads
 * `/proc/<pid>/mem`, which needs Linux and the right to trace the process.
 */
export const foundInMemory = (pid: number, texts: readonly string[]): readonly string[] => {
  const needles = texts.flatMap(formsOf)
  const longest = Math.max(...needles.map(({ bytes }) => bytes.length))
  const found = new Map<string, number>()
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const chunk = Buffer.alloc(chunkBytes + longest)
  try {
    for (const [from, to] of rangesOf(pid)) {
      for (let at = from; at < to;) {
        const read = chunk.subarray(0, readAt(memory, chunk.subarray(0, to - at), at))
        for (const { text, encoding, bytes } of needles) {
          for (let hit = read.indexOf(bytes); hit >= 0; hit = read.indexOf(bytes, hit + 1)) {
            // The overlap belongs to the next chunk.
            if (hit >= chunkBytes) break
            const key = `${text} (${encoding})`
            found.set(key, (found.get(key) ?? 0) + 1)
          }
        }
        // A page that cannot be read is left out.
        at += read.length === chunk.length ? chunkBytes : Math.max(read.length, pageBytes)
      }
    }
  } finally {
    closeSync(memory)
  }
  return [...found].map(([key, count]) => `${key}: ${count}`)
}
