import type { AppError, ErrorCode } from '#shared/errors.ts'
import { participantTexts } from './error-texts/participant.ts'
import { serviceTexts } from './error-texts/service.ts'
import { programTexts } from './error-texts/program.ts'

/**
 * The fixed text for an error code: its title, what it means for the participant's data (sent,
 * saved or changed), and the next step, which the error's own advice replaces.
 */
export type ErrorText = readonly [title: string, means: string, next: string]

/** One text per code; a code without a text does not compile. */
const texts: Record<ErrorCode, ErrorText> = {
  ...participantTexts,
  ...serviceTexts,
  ...programTexts,
}

/** A failure in words: the code's text, with the error's own sentence about what happened. */
export const explain = (error: AppError) => {
  const [title, means, next] = texts[error.code]
  return { title, means, happened: error.message, next: error.advice ?? next }
}
