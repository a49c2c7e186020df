import type { AppError, ErrorCode } from '#shared/errors.ts'
import { participantTexts } from './error-texts/participant.ts'
import { serviceTexts } from './error-texts/service.ts'
import { programTexts } from './error-texts/program.ts'

/** The standing text of an error code. */
export interface ErrorText {
  readonly title: string
  /** What it means for the participant's data: what was sent, saved, or changed. */
  readonly means: string
  /** What to do next, unless the error itself carries better advice. */
  readonly next: string
}

/** One text per code; a new code does not compile until it has one. */
const texts: Record<ErrorCode, ErrorText> = {
  ...participantTexts,
  ...serviceTexts,
  ...programTexts,
}

/** A failure in words: a title, what happened, what it means, what to do. */
interface Explanation extends ErrorText {
  readonly happened: string
}

/** The words for `error`: its own sentence for what happened, the code's text for the rest. */
export const explain = (error: AppError): Explanation => {
  const text = texts[error.code]
  return { ...text, happened: error.message, next: error.advice ?? text.next }
}
