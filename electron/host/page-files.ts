import { randomBytes } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { securityHeaders } from './page-headers.ts'

/** Served extensions with their media types. Other files, for instance source maps, are not found. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
}

const maxPathLength = 1024

/** 128 random bits in base64, as the Content-Security-Policy specification recommends. */
export const newNonce = (): string => randomBytes(16).toString('base64')

/**
 * Matches control characters, everything that Windows reads as a separator, a drive or a stream, and segments that are
 * empty or begin with a dot.
 */
const suspicious = /[\u0000-\u001f\u007f\\:]|\/[./]/

/** The file's path below the root with forward slashes; null for a suspicious request. */
const readPathname = (pathname: string) => {
  if (pathname.length > maxPathLength || !pathname.startsWith('/')) return null
  try {
    const decoded = decodeURIComponent(pathname)
    return suspicious.test(decoded) ? null : decoded.slice(1)
  } catch {
    return null
  }
}

const isInside = (root: string, file: string) => {
  const relative = path.relative(root, file)
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative)
}

/** Null if the file does not exist, or if a symbolic link in its path leads out of the folder. */
const readInside = async (root: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> => {
  const named = path.resolve(root, name)
  if (!isInside(root, named)) return null
  try {
    const file = await realpath(named)
    if (!isInside(await realpath(root), file)) return null
    return (await stat(file)).isFile() ? await readFile(file) : null
  } catch {
    return null
  }
}

/** Bundled files have a hash of their content in the name, so they never change. */
const cacheControl = (name: string): string =>
  /^assets\/.+-[\w-]{8}\.\w+$/.test(name) ? 'public, max-age=31536000, immutable' : 'no-store'

/**
 * Serves the built renderer in `rootDir`. A path without an extension is a route of the page and
 * gets `index.html`, where the nonce replaces `__CSP_NONCE__`. `connect` is added to the policy's
 * connect-src. Answers 400 for a path outside the folder and 404 for a missing file; never rejects.
 */
export const createPageFiles = (
  rootDir: string,
  { connect = [] }: { connect?: readonly string[] } = {},
) => {
  const root = path.resolve(rootDir)
  return {
    /** `pathname` as requested, still percent-encoded; `nonce` from {@link newNonce}, new for each request. */
    respond: async (pathname: string, nonce: string) => {
      const answer = (
        status: number,
        body: Uint8Array<ArrayBuffer> | string,
        type = 'text/plain; charset=utf-8',
        cache = 'no-store',
      ) => ({
        status,
        headers: {
          ...securityHeaders(nonce, connect),
          'content-type': type,
          'cache-control': cache,
        },
        body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
      })
      const requested = readPathname(pathname)
      if (requested === null) return answer(400, 'This address is not valid.\n')
      const name = path.posix.extname(requested) === '' ? 'index.html' : requested
      const extension = path.posix.extname(name)
      const mediaType = Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension] : undefined
      const bytes = mediaType === undefined ? null : await readInside(root, name)
      if (mediaType === undefined || bytes === null)
        return answer(404, 'There is nothing at this address.\n')
      const body =
        extension === '.html'
          ? new TextDecoder().decode(bytes).replaceAll('__CSP_NONCE__', nonce)
          : bytes
      return answer(200, body, mediaType, cacheControl(name))
    },
  }
}
export type PageFiles = ReturnType<typeof createPageFiles>
