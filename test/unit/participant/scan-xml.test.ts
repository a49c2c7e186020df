import { expect, test } from 'vitest'
import { readingLimits, scanXml } from '#shared/participant/scan-xml.ts'

test.each(['\n', '\r\n', '\r'])(
  "an element's position is that of its “<”, even if its name ends the line (line ends: %j)",
  (end) => {
    const places: unknown[] = []
    const text = ['<a>', '  <b', 'x="1"/>', '   <c y="2"/></a>'].join(end)
    const scanned = scanXml(text, readingLimits, {
      open: ({ name, line, column }) => places.push({ name, line, column }),
      close: () => undefined,
    })
    expect(scanned.ok).toBe(true)
    expect(places).toEqual([
      { name: 'a', line: 1, column: 1 },
      { name: 'b', line: 2, column: 3 },
      { name: 'c', line: 4, column: 4 },
    ])
  },
)
