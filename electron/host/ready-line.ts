import type { CoreDoor } from '../core/platform/door.ts'

/** A host's message to its starter, once it is ready. */
export interface Ready {
  readonly host: 'desktop' | 'browser'
  readonly url: string
  /** Base URL of the training service; empty while it is not running. */
  readonly training: string
  readonly dataDir: string
}

/** The one line of JSON on standard output, with its line end. */
export const readyLine = (ready: Ready): string =>
  `${JSON.stringify({ event: 'ready', ...ready })}\n`

const isTraining = (item: unknown): item is { readonly baseUrl: string } =>
  typeof item === 'object' &&
  item !== null &&
  Reflect.get(item, 'kind') === 'training' &&
  typeof Reflect.get(item, 'baseUrl') === 'string'

/**
 * Asks the core, as a page would, for the training service's base URL; empty while the service is
 * not running.
 */
export const trainingUrl = async (core: Pick<CoreDoor, 'router'>): Promise<string> => {
  const envelope = await core.router.handle('environments.list', {})
  const list: unknown = envelope.ok ? envelope.value : []
  return Array.isArray(list) ? (list.find(isTraining)?.baseUrl ?? '') : ''
}
