import { fail, type Result } from '#shared/result.ts'

export const notOpen = (): Result<never> =>
  fail({
    code: 'participant.notOpen',
    message: 'This participant is no longer open.',
    advice: 'Open the file again.',
  })

export const missing = (fileName: string): Result<never> =>
  fail({
    code: 'participant.fileMissing',
    message:
      fileName === ''
        ? 'This file is no longer remembered.'
        : `The file "${fileName}" is not where it was.`,
    advice: 'Open the file from its new place.',
  })

/** The file differs from the one on screen, so it is unknown whom the user meant. */
export const changedSince = (fileName: string): Result<never> =>
  fail({
    code: 'participant.changed',
    message: `The file "${fileName}" is another one than when it was opened. Nothing was sent for it.`,
    advice: 'Open it again, and look at whom it holds.',
  })

export const notInFile = fail({
  code: 'input.invalid',
  message: 'The file does not hold this participant.',
  field: 'index',
})
