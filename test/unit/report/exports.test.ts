import { describe, expect, test } from 'vitest'
import { createExports } from '#electron/core/report/exports.ts'
import type { SaveQuestion } from '#electron/core/platform/ports.ts'
import type { ExportedFile } from '#shared/report/export.ts'
import { fail, ok } from '#shared/result.ts'

const receipt: ExportedFile = {
  subject: 'receipt',
  format: 'pdf',
  name: 'receipt-GP-1-masked.pdf',
  bytes: new TextEncoder().encode('%PDF-1.7'),
}

/**
 * A user who gives these answers in the dialog, and a disk that accepts every write unless a test
 * says otherwise.
 */
const house = (answers: (string | null | Promise<string | null>)[]) => {
  const questions: SaveQuestion[] = []
  const written = new Map<string, string>()
  const noted: string[] = []
  const state = { locked: false, full: false }
  const exports = createExports({
    pickSavePath: async (question) => {
      questions.push(question)
      return (await answers.shift()) ?? null
    },
    write: async (path, bytes) => {
      if (state.full) return fail({ code: 'export.diskFull', message: 'The disk is full.' })
      written.set(path, new TextDecoder().decode(bytes))
      return ok(undefined)
    },
    isLocked: () => state.locked,
    note: (recordId, outcome) => void noted.push(`${recordId ?? 'no record'} ${outcome}`),
  })
  return { exports, questions, written, state, noted }
}

describe('a file that a user saves', () => {
  test('is written to the path chosen in a dialog, which shows title, name and kind of file', async () => {
    const { exports, questions, written } = house(['/home/advisor/Documents/mine.pdf'])
    expect(await exports.save(receipt)).toEqual(ok({ fileName: 'mine.pdf', folder: 'Documents' }))
    expect(questions).toEqual([
      {
        title: 'Save receipt',
        fileName: 'receipt-GP-1-masked.pdf',
        kind: { name: 'PDF document', extension: 'pdf' },
        folder: null,
      },
    ])
    expect([...written]).toEqual([['/home/advisor/Documents/mine.pdf', '%PDF-1.7']])
  })

  test('is not written while the dialog is open, nor after it is canceled', async () => {
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const { exports, written } = house([promise])
    const saving = exports.save(receipt)
    await new Promise((turn) => setTimeout(turn, 20))
    expect(written.size).toBe(0)
    resolve(null)
    expect(await saving).toEqual(ok(null))
    expect(written.size).toBe(0)
  })

  test('is logged with its outcome and its saved result', async () => {
    const { exports, state, noted } = house(['/home/advisor/a.pdf', null, '/home/advisor/b.pdf'])
    await exports.save({ ...receipt, recordId: 'r-1' })
    await exports.save({ ...receipt, recordId: 'r-2' })
    state.full = true
    await exports.save(receipt)
    expect(noted).toEqual(['r-1 done', 'r-2 cancelled', 'no record failed'])
  })

  test('is suggested in the last folder in which saving worked in this session, not in a folder in which it failed', async () => {
    const { exports, questions, state } = house(['/stick/a.pdf', '/full/b.pdf', null, null])
    await exports.save(receipt)
    state.full = true
    expect(await exports.save(receipt)).toMatchObject({
      ok: false,
      error: { code: 'export.diskFull' },
    })
    await exports.save(receipt)
    expect(questions.map(({ folder }) => folder)).toEqual([null, '/stick', '/stick'])
  })

  test('is not written if the program was locked while the dialog was open', async () => {
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const { exports, written, state } = house([promise])
    const saving = exports.save(receipt)
    state.locked = true
    resolve('/stick/stolen.pdf')
    expect(await saving).toEqual(
      fail({
        code: 'export.notSaved',
        message: 'Glidepath was locked before a place for the file was chosen.',
        advice: 'Save it again.',
      }),
    )
    expect(written.size).toBe(0)
  })

  test('is refused, with an error, while another dialog is open', async () => {
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const { exports, questions } = house([promise, '/b.pdf'])
    const first = exports.save(receipt)
    expect(await exports.save(receipt)).toMatchObject({
      ok: false,
      error: { code: 'export.notSaved' },
    })
    resolve('/a.pdf')
    expect(await first).toEqual(ok({ fileName: 'a.pdf', folder: '/' }))
    expect(await exports.save(receipt)).toMatchObject({ ok: true })
    expect(questions).toHaveLength(2)
  })

  test('can be saved after another dialog has failed', async () => {
    const { exports } = house([Promise.reject(new Error('no display')), '/a.pdf'])
    await expect(exports.save(receipt)).rejects.toThrow('no display')
    expect(await exports.save(receipt)).toMatchObject({ ok: true })
  })

  test('cannot be saved by a host without a dialog', async () => {
    const exports = createExports({
      pickSavePath: null,
      write: async () => ok(undefined),
      isLocked: () => false,
      note: () => undefined,
    })
    expect(await exports.save(receipt)).toMatchObject({
      ok: false,
      error: { code: 'export.notSaved' },
    })
  })

  test('gets a name that every system accepts', async () => {
    const { exports, questions } = house([])
    await exports.save({
      ...receipt,
      subject: 'listOutcome',
      format: 'csv',
      name: 'leavers: 11/2026?-outcome.csv',
    })
    expect(questions).toMatchObject([
      { title: 'Save outcome of the list', fileName: 'leavers- 11-2026--outcome.csv' },
    ])
  })
})
