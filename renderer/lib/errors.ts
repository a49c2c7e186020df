import type { AppError, ErrorCode } from '#shared/errors.ts'
import { participantTexts } from './error-texts/participant.ts'
import { serviceTexts } from './error-texts/service.ts'
import { programTexts } from './error-texts/program.ts'

/** The fixed text of an error code. */
export interface ErrorText {
  readonly title: string
  /** What it means for the participant's data: sent, saved, or changed. */
  readonly means: string
  /** The next step, unless the error itself has better advice. */
  readonly next: string
}

/** One text per code; a new code does not compile until it has one. */
const texts: Record<ErrorCode, ErrorText> = {
  ...participantTexts,
  ...serviceTexts,
  ...programTexts,
}

/** A failure in words: a title, the event, its meaning, the next step. */
interface Explanation extends ErrorText {
  readonly happened: string
}

/** The words for `error`: its own sentence for the event, the code's text for the rest. */
export const explain = (error: AppError): Explanation => {
  const text = texts[error.code]
  return { ...text, happened: error.message, next: error.advice ?? text.next }
}
