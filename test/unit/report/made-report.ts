import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drawReport } from '#electron/core/report/draw-report.ts'
import type { DrawnReport } from '#electron/core/report/reports.ts'
import type { ReportInput } from '#electron/core/report/facts.ts'
import { readFonts } from '#electron/core/report/receipt/ask-for-pdf.ts'
import type { ReportPage } from '#shared/report/page-model.ts'
import { reportParts } from '#shared/report/report-parts.ts'
import type { SavedForecast } from '#shared/records/saved.ts'
import { usualReadAs } from '#shared/strategy/read-as.ts'
import { aProfile } from '#test/support/samples/scripted-people.ts'
import { sampleForecast } from '../strategy/sample-forecast.ts'

/**
 * Reports about made-up people, as pages and as read back from the file by poppler, an independent
 * program.
 */

export const aForecast = (over: Partial<SavedForecast> = {}): SavedForecast => ({
  id: 'today',
  kind: 'forecast',
  savedAt: '2026-11-22T15:11:00.000Z',
  environment: { id: 'training', name: 'Training', kind: 'training' },
  subject: { participantId: 'P-100482', name: 'Maria Alvarez' },
  appVersion: '0.1.0',
  profile: aProfile(),
  inputs: {},
  reading: sampleForecast,
  communication: { text: '', encoding: 'empty' },
  durationMs: 100,
  fileSha256: '0'.repeat(64),
  ...over,
})

/** Every page of a report with one scenario, except its first page and the cover. */
export const pagesOfOne = reportParts.filter((part) => part !== 'cover' && part !== 'scenarios')

export const anInput = (over: Partial<ReportInput> = {}): ReportInput => ({
  today: aForecast(),
  plan: null,
  compared: [],
  readAs: { today: usualReadAs, plan: usualReadAs, source: 'Training' },
  receipts: { standing: [], more: 0, ended: [] },
  sent: null,
  goalMonth: null,
  parts: pagesOfOne,
  paper: 'letter',
  masked: true,
  withNote: false,
  choice: { poor: 10, average: 50 },
  shareOfPay: 70,
  limits: '2026 limits (IRS Notice 2025-67)',
  advisor: { name: '', contact: '' },
  firmName: 'Harbor & Pine Advisors',
  disclosure: '',
  logo: null,
  madeAt: '2026-11-22T15:30:00.000Z',
  ...over,
})

export const draw = async (over: Partial<ReportInput> = {}, asFile = false): Promise<DrawnReport> =>
  drawReport({ input: anInput(over), fonts: await readFonts(), asFile })

/** The file as read by poppler. */
export const readBack = (bytes: Uint8Array) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'glidepath-report-'))
  const file = path.join(folder, 'report.pdf')
  try {
    writeFileSync(file, bytes)
    const run = (tool: string, ...args: string[]): string =>
      execFileSync(tool, args, { encoding: 'utf8' })
    const text = run('pdftotext', '-layout', file, '-')
    return {
      text,
      sheets: text.split('\f').slice(0, -1),
      info: run('pdfinfo', file),
      fonts: run('pdffonts', file),
      structure: run('pdfinfo', '-struct-text', file),
      images: run('pdfimages', '-list', file),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** All texts of a report in drawing order; the texts of a page are joined. */
export const textsOf = ({ pages }: { readonly pages: readonly ReportPage[] }): readonly string[] =>
  pages.map(({ blocks }) =>
    blocks
      .flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])))
      .join(' '),
  )
