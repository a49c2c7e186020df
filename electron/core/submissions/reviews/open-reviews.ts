import type { Reviewed } from './make-review.ts'

const maxReviewed = 50

/** Reviews that may still be sent. Opening too many closes the oldest, but never one that is being sent. */
export const createOpenReviews = (isSending: (submissionId: string) => boolean) => {
  const open = new Map<string, Reviewed>()
  return {
    get: (submissionId: string): Reviewed | undefined => open.get(submissionId),
    keep: (reviewed: Reviewed): void => {
      open.set(reviewed.review.submissionId, reviewed)
      const waiting = [...open.keys()].filter((id) => !isSending(id))
      for (const id of waiting.slice(0, -maxReviewed)) open.delete(id)
    },
    close: (submissionId: string): void => void open.delete(submissionId),
  }
}
