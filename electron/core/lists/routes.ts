import { orNothing, type Routes } from '../platform/route.ts'
import type { Lists } from './lists.ts'

export const listRoutes = ({ lists }: { readonly lists: Lists }) =>
  ({
    'list.all': lists.list,
    'list.open': ({ fileName, bytes }) => lists.open(fileName, bytes),
    'list.read': ({ listId, reading }) => lists.read(listId, reading),
    'list.check': ({ listId, mapping, defaults, to }) => lists.check(listId, mapping, defaults, to),
    'list.rows': lists.rows,
    'list.start': ({ listId, ...wanted }) => lists.start(listId, wanted),
    'list.pause': ({ listId }) => lists.pause(listId),
    'list.rerunFailed': ({ listId }) => lists.rerunFailed(listId),
    'list.outcome': lists.outcome,
    'list.remove': async ({ listId }) => orNothing(await lists.remove(listId)),
  }) satisfies Partial<Routes>
