import { describe, expect, it } from 'vitest'
import { closureOf } from './module-graph.ts'

/**
 * Lists the modules that the desktop program loads at startup, so that growth is noticed. See
 * docs/starting.md.
 */

/** Loaded while the page loads, by `import()`. */
const besideThePage = [
  'shared/ipc/contract.ts',
  'electron/open-core.ts',
  'electron/core/app.ts',
  'electron/adapters/settings/electron-store-settings.ts',
  'electron/training/index.ts',
]

/** Loaded on first use, by `import()`; workers (`*-worker.ts`) are never imported. */
const later = [
  'electron/adapters/transport/undici-transport.ts',
  'electron/adapters/transport/trusted-roots.ts',
  'iconv-lite',
  'csv-parse',
  'pdfkit',
  'keytar',
]

const window = closureOf(['electron/main.ts'])
const start = closureOf(['electron/main.ts', ...besideThePage])
const among = (names: ReadonlySet<string>, pattern: RegExp): readonly string[] =>
  [...names].filter((name) => pattern.test(name))

describe('starting the desktop program', () => {
  it('loads at least some modules, so that these tests check something', () => {
    expect(window.atOnce).toContain('electron/shell/run-desktop.ts')
    expect(start.atOnce.size).toBeGreaterThan(window.atOnce.size + 50)
  })

  it('opens the window without loading the core, its schemas, its settings store or the training service', () => {
    expect(
      among(
        window.atOnce,
        /^electron\/(training|adapters\/(?!stderr|settings\/settings-file|files\/disk-failure))|create-core|^shared\/(express|ipc\/(?!channels))/,
      ),
    ).toEqual([])
    expect(
      among(window.atOnce, /^[^./]+$|^@/).filter((name) => !/^(node:|shared|electron)/.test(name)),
    ).toEqual([])
  })

  it('loads nothing that the first screens do not need', () => {
    expect(among(start.atOnce, /^(undici|socks|pdfkit|csv-parse|iconv-lite|ws|ajv)\b/)).toEqual([])
    expect(
      among(
        start.atOnce,
        /undici|socks|ways-out|trusted-roots|write-receipt-pdf|report\/(draw|write)|training\/engine|(?<!kept)-worker\.ts$/,
      ),
    ).toEqual([])
  })

  it('loads on demand only the parts listed here', () => {
    expect(
      [...start.onDemand].filter((part) => ![...besideThePage, ...later].includes(part)),
    ).toEqual([])
  })
})
