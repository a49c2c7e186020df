import type { ExampleParticipant } from '#shared/participant/opened.ts'
import type { FirmLaw } from '#shared/law/schema.ts'
import type { Advisor } from '#shared/report/report-settings.ts'
import type { EnvironmentInput } from '#shared/environments/environment.ts'
import type { NetworkView, ProxyCredentialsInput } from '#shared/environments/network.ts'
import type { KeychainState, Settings } from '#shared/environments/settings.ts'
import type { Result } from '#shared/result.ts'
import type { BadDay, Fault, FaultTarget, SetFault } from '#shared/training/faults.ts'

/**
 * Declares what the core needs from outside, as ports with a few methods each. Adapters are in
 * `electron/adapters` and `electron/shell`, in-memory twins in `test/support`.
 */

/** Wall and monotonic time. Sleep advances the first and may stop the second; expiry uses both. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number
  /** Resolves after `ms`; rejects with the signal's reason if aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Secrets by account; `null` means that the store has none. An unreachable store is a failure, never `null`. */
export interface SecretStore {
  get(account: string): Promise<Result<string | null>>
  set(account: string, value: string): Promise<Result<void>>
  delete(account: string): Promise<Result<void>>
}

/** State of the keychain behind a {@link SecretStore}. */
export interface KeychainPort {
  readonly state: () => KeychainState
  /**
   * Looks again for a system keychain that was unavailable, and moves entries saved in the meantime
   * into it.
   */
  readonly reopen: () => Promise<KeychainState>
  /**
   * True while a keychain call has not returned, perhaps because the system asks for a password. Such a call cannot be
   * canceled.
   */
  readonly isWaiting: () => boolean
}

/** One HTTP request. Header names are lower case. */
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
  /** Uses a new connection and closes it afterwards: for submissions. */
  readonly freshConnection: boolean
  readonly signal?: AbortSignal | undefined
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Decoded body text. */
  readonly text: string
  /**
   * Size of the decoded body in bytes, if the transport counted it; counting a long text takes
   * time.
   */
  readonly bytes?: number
  /** What the headers got wrong about the body, in sentences. */
  readonly remark?: string
}

export interface TransportFailure {
  /** How far the attempt got. Only `notSent` proves that the service received nothing. */
  readonly phase: 'notSent' | 'unknown'
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

export type Sent =
  | { readonly ok: true; readonly response: HttpResponse }
  | { readonly ok: false; readonly failure: TransportFailure }

/** Makes exactly one attempt: no retry, no redirect, no cookie. */
export interface HttpTransport {
  send(request: HttpRequest): Promise<Sent>
  close(): Promise<void>
}

export interface ProxyCredentials {
  readonly user: string
  readonly password: string
}

/**
 * One route. `uri` is a proxy's `http://`, `https://` or `socks5://` address; credentials in it take precedence over
 * stored ones. `why` is a sentence; if absent, this kind of proxy is not supported.
 */
export type ProxyRoute =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly uri: string; readonly credentials?: ProxyCredentials }
  | { readonly kind: 'unsupported'; readonly name: string; readonly why?: string }

/** This computer's proxy settings. */
export interface ProxyResolver {
  readonly source: 'system' | 'environment'
  /** Routes to `url`, in the order to try them; at least one. */
  resolve(url: string): Promise<readonly ProxyRoute[]>
}

/** Certificate authorities in addition to the system's. */
export interface ExtraRoots {
  /** PEM text of the trusted authorities; empty for none. */
  readonly pem: string
  /** Names of listed authorities that are not trusted, because nobody has confirmed them. */
  readonly waiting: readonly string[]
}

/** The network settings that the transport asks for before each connection. */
export interface NetworkPort {
  extraRoots(): Promise<ExtraRoots>
  waysTo(url: string): Promise<readonly ProxyRoute[]>
  /** Credentials by the proxy's host and port; `null` if there are none. */
  proxyCredentials(proxy: string): Promise<ProxyCredentials | null>
  /** Reports that the proxy asked for credentials, or rejected the credentials that it got. */
  proxyAsked(proxy: string): void
}

/** Files in the data folder. Names are relative and come from the program, never from a person. */
export interface Files {
  read(name: string): Promise<Result<Uint8Array | null>>
  /** Replaces a file durably: temporary file, fsync, rename, fsync of the folder. */
  replace(name: string, bytes: Uint8Array): Promise<Result<void>>
  remove(name: string): Promise<Result<void>>
}

/** Reads a file that a person chose earlier; `null` if it is gone. Fails with `participant.tooLarge`. */
export type ReadFile = (path: string, maxBytes: number) => Promise<Result<Uint8Array | null>>

/** The dialog for saving a file outside the data folder. */
export interface SaveQuestion {
  /** Title of the dialog, for example `Save receipt`. */
  readonly title: string
  /** Proposed name, valid on every system. */
  readonly fileName: string
  /** Kind of file in words, and its extension without a dot. */
  readonly kind: { readonly name: string; readonly extension: string }
  /** Initial folder; null for the user's documents. */
  readonly folder: string | null
}

/** Asks in the host's dialog where to save a file. Returns an absolute path, or `null` if the user cancels. */
export type PickSavePath = (question: SaveQuestion) => Promise<string | null>

/** Asks for a folder in the host's dialog; `null` if the user cancels. */
export type PickFolder = (title: string) => Promise<string | null>

/** Full paths of the XML files in a folder, sorted by name, without subfolders. `null` if it cannot be read. */
export type ListFolder = (folder: string) => Promise<readonly string[] | null>

/**
 * Writes files into a new folder in `parent`, and returns the folder's name: `name` or a numbered
 * variant. Never changes an existing file; a failure leaves nothing behind. Fails with `export.*`.
 */
export type WriteFolder = (
  parent: string,
  name: string,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
) => Promise<Result<string>>

/**
 * Writes a file to the path that the user chose, and resolves once it is durable. At every moment,
 * either the old or the new file is complete. Fails with `export.*`.
 */
export type WriteExport = (path: string, bytes: Uint8Array) => Promise<Result<void>>

/** Technical log on standard error. It never gets participant data or secrets. */
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

/** The embedded training service; started on first use, stopped with the core. */
export interface TrainingService {
  /** The client secret with which this program, and no other, gets tokens. */
  readonly secret: string
  /** Base URL such as `http://127.0.0.1:40123`. */
  start(): Promise<Result<string>>
  /** Prepares a running service for a forecast. Call this when a participant file is opened. */
  warmUp(): void
  stop(): Promise<void>
}

/** Sets faults of the training service, and reports its requests and results. */
export interface TrainingFaults {
  readonly faults: {
    /**
     * Applies `fault` to the next `times` (default 1) requests to `target`, after the first `after`
     * (default 0) requests, which stay undisturbed.
     */
    set(target: FaultTarget, fault: Fault, times?: number, after?: number): void
    clear(): void
    /** Faults set since the last `clear`, whether they happened or not. */
    list(): readonly SetFault[]
  }
  /** Requests and results since the program started. */
  counts(): Omit<BadDay, 'faults'>
}

/**
 * Proxy and certificate authorities: the transport uses the part in {@link NetworkPort}, and Settings uses the rest.
 * `environments/network` creates it before the transport.
 */
export interface Network extends NetworkPort {
  /** The network settings with the routes to the address `url`; an empty `url` gives no routes. */
  view(url: string): Promise<NetworkView>
  /** Fails with `input.invalid` or `keychain.*`. */
  saveProxyCredentials(input: ProxyCredentialsInput): Promise<Result<void>>
  forgetProxyCredentials(): Promise<Result<void>>
  /** Lists the authorities in PEM text without trusting them yet. Fails with `input.invalid` or `keychain.*`. */
  addRoots(pem: string): Promise<Result<void>>
  /** Trusts a listed authority in addition to the system's. Fails with `input.invalid` or `keychain.*`. */
  confirmRoot(fingerprint: string): Promise<Result<void>>
  /**
   * Removes an authority and its trust. After a failure with `keychain.*` it stays listed, but is not used in this run.
   */
  removeRoot(fingerprint: string): Promise<Result<void>>
  /** Reports that a proxy asked for credentials, or that a network setting changed. */
  onChange(listener: () => void): () => void
}

/** A supplied example with its file. */
export interface ExampleFile extends ExampleParticipant {
  readonly fileName: string
  readonly xml: string
}

/** Asks for a file in the host's dialog: its path, or `null` if the user chose none. */
export type PickFile = () => Promise<string | null>

/** A list for practice, with a file name. */
export interface ExampleList {
  readonly fileName: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** A question that main asks a person outside the page, in its own words. */
export interface Question {
  readonly message: string
  /** What agreeing means, in one or two sentences. */
  readonly meaning: string
  /** One fact on each line; values from outside main are `quoted`. */
  readonly facts: readonly string[]
  /** The words on the button that agrees, such as `Send`. */
  readonly yes: string
}

/**
 * Shows a question where the page can neither read nor answer it. Resolves to true only if a person agreed; `signal` takes
 * the question away, which counts as No.
 */
export type ShowQuestion = (question: Question, signal: AbortSignal) => Promise<boolean>

/** Asks a person. Fails with `question.refused`, and with `lock.locked` if `signal` is already aborted. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Result<void>>

/** Everything that the core gets from outside. Hosts pass real adapters; tests pass their own. */
export interface CoreParts {
  readonly host: 'desktop' | 'browser'
  readonly version: string
  readonly platform: string
  readonly dataDir: string
  /** Operating-system user, for receipts. */
  readonly user: string
  /** Name of this computer, for the activity log. */
  readonly machine: string
  readonly files: Files
  readonly settingsFile: SettingsFile
  readonly secrets: SecretStore
  readonly keychain: KeychainPort
  readonly transport: HttpTransport
  /**
   * The network settings. `transport` takes its routes from them, and the Settings screen changes
   * them.
   */
  readonly network: Network
  readonly clock: Clock
  readonly logger: Logger
  readonly random: () => number
  readonly training: TrainingService & TrainingFaults
  readonly examples: readonly ExampleFile[]
  readonly exampleList: ExampleList
  /** Reads a participant file that a person chose earlier. */
  readonly readFile: ReadFile
  readonly ask: Ask
  readonly pickFile: PickFile
  /** Null if the host has no save dialog; the page then downloads the file. */
  readonly pickSavePath: PickSavePath | null
  readonly writeExport: WriteExport
  /** Absent if the host has no dialog for choosing a folder. */
  readonly pickFolder?: PickFolder | undefined
  readonly writeFolder?: WriteFolder | undefined
  /** Present together with {@link pickFolder}. */
  readonly listFolder?: ListFolder | undefined
  readonly provisioned: readonly EnvironmentInput[]
  /** Legal limits and tax figures for later years, from the administrator's file. */
  readonly firmLaw?: FirmLaw
  /** The firm's advisor, from the administrator's file; absent if there is none. */
  readonly firmAdvisor?: Advisor | undefined
  /** Whether the firm wants a recovery kit to be offered; absent if its file does not say. */
  readonly firmOffersKit?: boolean | undefined
  /** The fewest identity checks that a desk may need, from the administrator's file; absent if it does not say. */
  readonly firmIdentityChecks?: number | undefined
  /** Whether the firm asks that the lock's passphrase encrypts, too; absent if its file does not say. */
  readonly firmEncrypts?: boolean | undefined
  /** Whether the host ends the process at `whenEnding` and starts another. */
  readonly endsWhenLocked?: boolean | undefined
  /** Where the firm backs up, from the administrator's file; absent if it does not say. */
  readonly firmBackup?: Pick<Settings, 'backupFolder' | 'backupsKept'> | undefined
  /** Sentences about start options that the program could not use, if the host does not show them. */
  readonly notices?: readonly string[]
  /** Removes the lock's passphrase before the start, which the owner of the account may do. */
  readonly forgetPassphrase?: boolean
}
