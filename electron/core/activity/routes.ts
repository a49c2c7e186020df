import { orNothing, type Routes } from '../platform/route.ts'
import type { ActivityService } from './activity.ts'

export const activityRoutes = ({ activity }: { readonly activity: ActivityService }) =>
  ({
    'activity.list': activity.list,
    'activity.verify': activity.verify,
    'activity.export': ({ format }) => activity.export(format),
    'activity.recordUse': async (use) => orNothing(await activity.recordUse(use)),
  }) satisfies Partial<Routes>
