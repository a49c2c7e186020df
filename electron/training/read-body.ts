import type { IncomingMessage } from 'node:http'

/** Larger requests get a 413: room for a participant file of 64 MB and its escaping. */
const maxRequestBytes = 70 * 1024 * 1024

type ReadBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tooLarge' | 'notUtf8' | 'aborted' }

/** The whole body as text. Stops at the limit, before reading if the announced length exceeds it. */
export const readBody = async (
  request: IncomingMessage,
  limit = maxRequestBytes,
): Promise<ReadBody> => {
  if (Number(request.headers['content-length'] ?? 0) > limit) return { kind: 'tooLarge' }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) continue
      size += chunk.length
      if (size > limit) return { kind: 'tooLarge' }
      chunks.push(chunk)
    }
  } catch {
    return { kind: 'aborted' }
  }
  try {
    return {
      kind: 'text',
      text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)),
    }
  } catch {
    return { kind: 'notUtf8' }
  }
}
