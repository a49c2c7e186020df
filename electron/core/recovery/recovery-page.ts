import { z } from 'zod'
import { ok, whenOk } from '#shared/result.ts'
import type { CoreParts } from '../platform/ports.ts'
import { askPdfWorker } from '../report/receipt/ask-for-pdf.ts'

/** Makes the page with a code. It names the user and the computer, but nobody else. */
export const createPageMaker =
  ({ user, machine, logger }: Pick<CoreParts, 'user' | 'machine' | 'logger'>) =>
  async (code: string, day: string) => {
    const written = await askPdfWorker(
      logger,
      { recovery: { code, day, user, machine } },
      z.instanceof(Uint8Array),
      'Writing the PDF file',
      {
        code: 'internal',
        message: 'The PDF file could not be written.',
        advice: 'Write the code down by hand, or try again.',
      },
    )
    return whenOk(written, (bytes) =>
      ok({ fileName: `recovery-code-${day}.pdf`, bytes: Uint8Array.from(bytes) }),
    )
  }
