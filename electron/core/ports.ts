import type { KeychainState } from '#shared/settings/settings.ts'
import type { Result } from '#shared/result.ts'
import type { BadDay, Fault, FaultTarget, SetFault } from '#shared/training/faults.ts'

/**
 * What the core needs from outside, two or three methods each. Adapters live in `electron/adapters` and
 * `electron/shell`; in-memory twins in `test/support`.
 */

/** Wall and monotonic time. A sleeping laptop moves the first and may stop the second; expiry looks at both. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number
  /** Resolves after `ms`; rejects with the signal's reason when aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** A secret, or `null` when the store answered that there is none. An unreachable store is a failure, never `null`. */
export interface SecretStore {
  get(account: string): Promise<Result<string | null>>
  set(account: string, value: string): Promise<Result<void>>
  delete(account: string): Promise<Result<void>>
}

/** Where a {@link SecretStore} keeps things. */
export interface KeychainPort {
  readonly state: () => KeychainState
  /** Looks for the system's keychain again where it could not be used; what was saved meanwhile moves there. */
  readonly reopen: () => Promise<KeychainState>
  /** Whether a call has not come back, perhaps because the system asks for a password. It cannot be cancelled. */
  readonly isWaiting: () => boolean
}

/** One HTTP exchange. Header names are lower case. */
export interface HttpRequest {
  readonly url: string
  readonly method: 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeouts: {
    readonly connectMs: number
    readonly headersMs: number
    readonly totalMs: number
  }
  readonly maxResponseBytes: number
  /** A connection of its own, closed afterwards: for submissions. */
  readonly freshConnection: boolean
  readonly signal?: AbortSignal
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Decoded body text. */
  readonly text: string
}

/** How far an attempt got before it failed; only `notSent` proves that the service saw nothing. */
export type TransportPhase = 'notSent' | 'unknown'

export interface TransportFailure {
  readonly phase: TransportPhase
  readonly code:
    | 'service.unreachable'
    | 'service.tls'
    | 'service.authority'
    | 'service.proxy'
    | 'service.timeout'
    | 'service.tooLarge'
    | 'service.unreadable'
    | 'service.connectionLost'
    | 'job.cancelled'
  /** One sentence, with the host and the reason. */
  readonly message: string
  readonly details: string
}

/** Makes exactly one attempt: no retry, no redirect, no cookie. */
export interface HttpTransport {
  send(
    request: HttpRequest,
  ): Promise<
    | { readonly ok: true; readonly response: HttpResponse }
    | { readonly ok: false; readonly failure: TransportFailure }
  >
  close(): Promise<void>
}

export interface ProxyCredentials {
  readonly user: string
  readonly password: string
}

/** One way out. `uri` is a proxy's `http://`, `https://` or `socks5://` address; its own credentials come before stored ones. */
export type ProxyRoute =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly uri: string; readonly credentials?: ProxyCredentials }
  | { readonly kind: 'unsupported'; readonly name: string }

/** This computer's proxy settings. */
export interface ProxyResolver {
  readonly source: 'system' | 'environment'
  /** Ways to `url` in the order in which they are to be tried; at least one. */
  resolve(url: string): Promise<readonly ProxyRoute[]>
}

/** Certificate authorities besides the system's. */
export interface ExtraRoots {
  /** PEM text of those that are trusted; empty for none. */
  readonly pem: string
  /** Names of those that are listed and not trusted, since nobody has confirmed them. */
  readonly waiting: readonly string[]
}

/** What the transport asks before it makes a connection. */
export interface NetworkPort {
  extraRoots(): Promise<ExtraRoots>
  waysTo(url: string): Promise<readonly ProxyRoute[]>
  /** For a proxy's host and port; `null` when there are none for it. */
  proxyCredentials(proxy: string): Promise<ProxyCredentials | null>
  /** The proxy wants credentials, or others. */
  proxyAsked(proxy: string): void
}

/** Files under the data directory; names are relative and made by the program, never by a person. */
export interface Files {
  read(name: string): Promise<Result<Uint8Array | null>>
  /** At most the first `length` bytes; left out where there is no quicker way than {@link read}. */
  readStart?(name: string, length: number): Promise<Result<Uint8Array | null>>
  /** At most `length` bytes from `offset` on, and the size of the whole file; absent where only {@link read} can. */
  readPart?(
    name: string,
    offset: number,
    length: number,
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly size: number } | null>>
  /** Bytes in a file; absent where only {@link read} tells. */
  sizeOf?(name: string): Promise<Result<number | null>>
  /** Durable when it returns: temporary file, fsync, rename, fsync of the folder. */
  replace(name: string, bytes: Uint8Array): Promise<Result<void>>
  /** Durable when it returns: appends and fsyncs. How many bytes the file had before. */
  append(name: string, bytes: Uint8Array): Promise<Result<number>>
  remove(name: string): Promise<Result<void>>
  /** Names of the files in `folder`, without it; empty when there is no such folder. */
  list(folder: string): Promise<Result<readonly string[]>>
}

/** Reads a file that a person chose earlier; `null` when it is no longer there. Fails with `participant.tooLarge`. */
export type ReadFile = (path: string, maxBytes: number) => Promise<Result<Uint8Array | null>>

/** What a person is asked before a file is saved outside the program. */
export interface SaveQuestion {
  /** Of the dialog, for example `Save receipt`. */
  readonly title: string
  /** Proposed name, fit for every system. */
  readonly fileName: string
  /** What kind of file it is, in words, and its extension without a dot. */
  readonly kind: { readonly name: string; readonly extension: string }
  /** Where the dialog starts; null for the person's documents. */
  readonly folder: string | null
}

/** Lets the person say where a file goes, in the host's own dialog: an absolute path, or `null` when they do not. */
export type PickSavePath = (question: SaveQuestion) => Promise<string | null>

/** Lets the person choose a folder in the host's own dialog; `null` when they do not. */
export type PickFolder = (title: string) => Promise<string | null>

/** Full paths of the XML files in a folder, by name; what lies in further folders is left alone. `null` when it cannot be read. */
export type ListFolder = (folder: string) => Promise<readonly string[] | null>

/**
 * Writes files into a new folder in `parent`, named `name` or like it; its name in the end. Nothing that is there is
 * touched, and a failure leaves nothing behind. Fails with `export.*`.
 */
export type WriteFolder = (
  parent: string,
  name: string,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
) => Promise<Result<string>>

/** Writes a file where a person wants it, durable when it returns: the old file or the new one, whole. Fails with `export.*`. */
export type WriteExport = (path: string, bytes: Uint8Array) => Promise<Result<void>>

/** Technical log on standard error. Never given participant data or secrets. */
export interface Logger {
  info(message: string): void
  warn(message: string): void
  error(message: string, cause?: unknown): void
}

/** Plain settings; never participant data or secrets. */
export interface SettingsFile {
  get(key: string): unknown
  set(key: string, value: unknown): void
}

/** Where the embedded training service can be reached; started on first use, stopped with the core. */
export interface TrainingService {
  /** Base URL such as `http://127.0.0.1:40123`. */
  start(): Promise<Result<string>>
  stop(): Promise<void>
}

/** How the training service is made to have a bad day, and what it was asked and did. */
export interface TrainingFaults {
  readonly faults: {
    /** The next `times` (1) requests of `target` meet `fault`, after `after` (0) that are left alone. */
    set(target: FaultTarget, fault: Fault, times?: number, after?: number): void
    clear(): void
    /** What was set since the last `clear`, given or not. */
    list(): readonly SetFault[]
  }
  /** What was asked of it and what it did, since the program was started. */
  counts(): Omit<BadDay, 'faults'>
}
